// Every scheme, on both MPIs and any number of ranks: it returns, and its error is certified and
// finite.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "measure/clock_sync/global_clock.h"
#ifdef COLLTUNE_SMPI
#include "tests/measure/clock_sync_bench.h"
#endif

namespace colltune::measure {
namespace {

constexpr SyncOptions kQuick{
    .patience = 10, .most_exchanges = 50, .fit_points = 5, .fit_gap = Seconds(1e-5)};

TEST(ClockSync, IsFoundByName) {
  for (const ClockSync& scheme : ClockSyncs()) EXPECT_EQ(FindClockSync(scheme.name), &scheme);
  EXPECT_EQ(FindClockSync("sundial"), nullptr);
}

// MPI_Wtime is the same clock for the ranks of a node, and for those of a simulation: its readings
// are the truth. On a busy machine only certified errors can be tested.
TEST(ClockSync, AgreesWithASharedClock) {
  for (const ClockSync& scheme : ClockSyncs()) {
    GlobalClock global(MPI_COMM_WORLD, WtimeClock(), scheme, kQuick);
    EXPECT_EQ(global.name(), scheme.name);
    global.Begin();
    const Seconds now = WtimeClock().Now();
    global.End();
    const GlobalTime told = global.ToGlobal(now);
    EXPECT_TRUE(std::isfinite(told.error.count())) << scheme.name;
    EXPECT_LE(std::abs((told.time - now).count()), told.error.count()) << scheme.name;
    EXPECT_NEAR(global.ToLocal(told.time).count(), now.count(), 1e-9) << scheme.name;
    if (scheme.name == "shared" || RankIn(MPI_COMM_WORLD) == 0) {
      EXPECT_EQ(told.error, Seconds(0));
    }
  }
}

void SynchroniseWithin(MPI_Comm comm) {
  for (const ClockSync& scheme : ClockSyncs()) {
    GlobalClock global(comm, WtimeClock(), scheme, kQuick);
    EXPECT_EQ(global.comm(), comm);
    global.Begin();
    global.End();
    const Seconds now = WtimeClock().Now();
    const GlobalTime told = global.ToGlobal(now);
    EXPECT_LE(std::abs((told.time - now).count()), told.error.count()) << scheme.name;
  }
}

// The clock belongs to its communicator: other ranks take no part, and rank 0 is the
// communicator's.
TEST(ClockSync, WorksWithinACommunicator) {
  const int self = RankIn(MPI_COMM_WORLD);
  MPI_Comm part = MPI_COMM_NULL;
  Check(PMPI_Comm_split(MPI_COMM_WORLD, self % 3 == 0 ? MPI_UNDEFINED : 0, -self, &part));
  if (part != MPI_COMM_NULL) {
    const UniqueComm owner(part);
    SynchroniseWithin(part);
  }
  // Ranks that take no part wait here: a message to a rank that went on would find no answer.
  Check(PMPI_Barrier(MPI_COMM_WORLD));
}

TEST(ClockSync, RefusesInvalidOptions) {
  SyncOptions options;
  options.patience = 0;
  EXPECT_THROW(GlobalClock(MPI_COMM_WORLD, WtimeClock(), *FindClockSync("tree"), options),
               std::invalid_argument);
}

#ifdef COLLTUNE_SMPI
TEST(ClockSync, IsCertifiedForWrongClocks) {
  for (const ClockSync& scheme : ClockSyncs()) {
    if (scheme.name == "shared") continue;
    const SyncQuality quality = Try(scheme, kQuick, MPI_COMM_WORLD);
    EXPECT_EQ(quality.violations, 0) << scheme.name;
    if (SizeOf(MPI_COMM_WORLD) == 1) {
      EXPECT_EQ(quality.bounds.back(), Seconds(0)) << scheme.name;
    }
    // Right after Begin: up to four pairs of 12 us and their jitter, or a few fits of a
    // millisecond.
    EXPECT_LT(quality.bounds.front(), Seconds(80e-6)) << scheme.name;
  }
}

TEST(ClockSync, SharedNeedsASharedClock) {
  if (SizeOf(MPI_COMM_WORLD) == 1) GTEST_SKIP() << "a single rank shares its clock";
  const WrongClock clock = ClockOf(RankIn(MPI_COMM_WORLD));
  EXPECT_THROW(GlobalClock(MPI_COMM_WORLD, clock, *FindClockSync("shared"), kQuick),
               std::invalid_argument);
}

/// Returns the duration of Begin, in seconds.
double TimeToBegin(GlobalClock& global) {
  const double begin = PMPI_Wtime();
  global.Begin();
  return PMPI_Wtime() - begin;
}

// A pair takes at least 11 round trips of 24 us. Asking rank 0 whether a synchronisation is due
// takes 12 us a step.
TEST(GlobalClock, SynchronisesWhenItIsTime) {
  if (SizeOf(MPI_COMM_WORLD) == 1) GTEST_SKIP() << "takes no time with one rank";
  constexpr double kAsked = 100e-6;  // s
  SyncOptions options = kQuick;
  options.max_age = Seconds(2);
  for (const std::string_view name : {"tree", "interpolated"}) {
    GlobalClock global(MPI_COMM_WORLD, WtimeClock(), *FindClockSync(name), options);
    EXPECT_GT(TimeToBegin(global), kAsked);
    EXPECT_LT(TimeToBegin(global), kAsked);
    WtimeClock().WaitUntil(WtimeClock().Now() + Seconds(1.5));
    EXPECT_LT(TimeToBegin(global), kAsked);
    global.End();  // makes "interpolated" young again
    WtimeClock().WaitUntil(WtimeClock().Now() + Seconds(1.5));
    EXPECT_EQ(TimeToBegin(global) > kAsked, name == "tree");
  }
}
#endif

}  // namespace
}  // namespace colltune::measure
