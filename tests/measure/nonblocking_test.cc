// Nonblocking collectives on both MPIs: finite, alike on all ranks, and without a hang. On two
// ranks of the simulated LogGP machine of tests/smpi/loggp.cfg the costs follow from its
// parameters.
#include "measure/nonblocking/nonblocking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "algorithms/mpi/unique.h"

namespace colltune::measure {
namespace {

std::vector<double> Numbers(const NonblockingTimes& t) {
  return {t.blocking.count(), static_cast<double>(t.rank),
          t.init.count(),     t.tests.count(),
          t.wait.count(),     t.overhead.count(),
          t.overlap,          static_cast<double>(t.test_calls)};
}

void ExpectPlausible(const NonblockingTimes& times, const std::string& what) {
  std::vector<double> low = Numbers(times);
  std::vector<double> high = low;
  for (const double number : low) EXPECT_TRUE(std::isfinite(number) && number >= 0) << what;
  const int count = static_cast<int>(low.size());
  PMPI_Allreduce(MPI_IN_PLACE, low.data(), count, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  PMPI_Allreduce(MPI_IN_PLACE, high.data(), count, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  EXPECT_EQ(low, high) << what << ": ranks disagree";
  EXPECT_LE(times.overlap, 1) << what;
}

TEST(Nonblocking, EveryCallIsTimedByBothSchemes) {
  const UniqueComm comm = PrivateCopy(MPI_COMM_WORLD);
  const auto workload = ProcessorWorkload();
  for (const NonblockingCall& call : NonblockingCalls()) {
    for (const std::int64_t bytes : {0, 1, 65536}) {
      const NonblockingOptions options{
          .repetitions = 3, .root = SizeOf(comm.get()) - 1, .test_interval = Bytes{16384}};
      const std::string what = std::string(call.name) + " of " + std::to_string(bytes);
      const auto by_time = TimeBased(call, Bytes{bytes}, comm.get(), WtimeClock(), options);
      ExpectPlausible(by_time, what);
      EXPECT_EQ(by_time.test_calls, bytes / 16384 + 1);
      ExpectPlausible(WorkBased(call, Bytes{bytes}, comm.get(), WtimeClock(), *workload, options),
                      what);
    }
  }
}

TEST(Nonblocking, CallsAreFoundByName) {
  EXPECT_EQ(NonblockingCalls().size(), 11u);
  EXPECT_EQ(FindNonblockingCall("ireduce_scatter_block")->name, "ireduce_scatter_block");
  EXPECT_EQ(FindNonblockingCall("bcast"), nullptr);
}

class Idle : public Workload {
 public:
  void Compute(std::int64_t) override {}
};

/// A clock that stands still, as for a workload that takes no time of the clock.
class Stopped : public Clock {
 public:
  std::string_view name() const override { return "stopped"; }
  Seconds Now() const override { return Seconds(0); }
  void WaitUntil(Seconds) const override {}
};

TEST(Calibrate, RefusesAWorkloadThatTakesNoTime) {
  Idle idle;
  EXPECT_THROW(Calibrate(idle, Stopped(), Seconds(1), MPI_COMM_WORLD), std::runtime_error);
  EXPECT_EQ(Calibrate(idle, Stopped(), Seconds(0), MPI_COMM_WORLD), 0);
}

#ifdef COLLTUNE_SMPI

const NonblockingCall& Call(std::string_view name) { return *FindNonblockingCall(name); }

// tests/smpi/loggp.cfg and common.cfg, in seconds.
constexpr double kStartSend = 2e-6;
constexpr double kPerByte = 0.8e-9;
constexpr double kLatency = 10e-6;
constexpr double kReceive = 2e-6;
constexpr double kTest = 1e-7;

constexpr Bytes kBytes{1000};
constexpr double kInit = kStartSend + 1000 * kPerByte;
constexpr double kBlocking = kInit + kLatency + kReceive;

/// Computes in virtual time, 0.1 us per unit.
class Steady : public Workload {
 public:
  explicit Steady(double unit = 1e-7) : unit_(unit) {}
  void Compute(std::int64_t units) override {
    WtimeClock().WaitUntil(WtimeClock().Now() + Seconds(static_cast<double>(units) * unit_));
  }

 private:
  double unit_;
};

TEST(Calibrate, FindsTheUnitsOfTheFastestRank) {
  // Rank r takes 0.1 (r+1) us for a unit: rank 0 needs the most.
  Steady workload(1e-7 * (RankIn(MPI_COMM_WORLD) + 1));
  const auto units = Calibrate(workload, WtimeClock(), Seconds(100.05e-6), MPI_COMM_WORLD);
  EXPECT_GE(units, 1001);
  EXPECT_LE(units, 1001 * 9 / 8);
}

/// Options with which all ranks start at the same moment.
NonblockingOptions Together() {
  return {.repetitions = 3, .start_together = [] {
            double now = PMPI_Wtime();
            PMPI_Allreduce(MPI_IN_PLACE, &now, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
            constexpr double kAhead = 1e-3;  // s: longer than an allreduce
            WtimeClock().WaitUntil(Seconds(now + kAhead));
          }};
}

class OnTwoRanks : public testing::Test {
 protected:
  void SetUp() override {
    if (SizeOf(MPI_COMM_WORLD) != 2) GTEST_SKIP() << "two ranks";
  }
};

/// Expects the costs of a send at the root, which is done after starting it. Rank 1 receives while
/// it computes, and finds the message when it waits, so that its overhead is smaller than the
/// root's.
void ExpectRootsSend(const NonblockingTimes& times) {
  EXPECT_NEAR(times.blocking.count(), kBlocking, 1e-9);
  EXPECT_EQ(times.rank, 0);
  EXPECT_NEAR(times.init.count(), kInit, 1e-9);
  EXPECT_NEAR(times.tests.count(), 0, 1e-9);
  EXPECT_NEAR(times.wait.count(), 0, 1e-9);
  EXPECT_NEAR(times.overhead.count(), kInit, 1e-9);
  EXPECT_NEAR(times.overlap, 1 - kInit / kBlocking, 1e-3);
  EXPECT_EQ(times.test_calls, 0);
}

TEST_F(OnTwoRanks, ABcastCostsTheRootItsSendByBothSchemes) {
  Steady workload;
  ExpectRootsSend(TimeBased(Call("ibcast"), kBytes, MPI_COMM_WORLD, WtimeClock(), Together()));
  ExpectRootsSend(
      WorkBased(Call("ibcast"), kBytes, MPI_COMM_WORLD, WtimeClock(), workload, Together()));
}

// The root's request is complete at once, and freed by the first test. SMPI charges for testing the
// collective and also its one message.
TEST_F(OnTwoRanks, TestsCostUntilTheRequestIsDone) {
  for (const std::int64_t interval : {250, 2000}) {
    NonblockingOptions options = Together();
    options.test_interval = Bytes{interval};
    const auto times = TimeBased(Call("ibcast"), kBytes, MPI_COMM_WORLD, WtimeClock(), options);
    EXPECT_EQ(times.test_calls, 1000 / interval + 1);
    EXPECT_EQ(times.rank, 0);
    EXPECT_NEAR(times.tests.count(), 2 * kTest, 1e-9) << times.test_calls;
    EXPECT_NEAR(times.overhead.count(), kInit + 2 * kTest, 1e-9);
  }
}

// A thread of the library, or an interrupt, that takes 30 us from each computation.
constexpr double kStolen = 30e-6;
bool thief_is_due = false;

class Robbed : public Steady {
 public:
  void Compute(std::int64_t units) override {
    Steady::Compute(units);
    if (thief_is_due) WtimeClock().WaitUntil(WtimeClock().Now() + Seconds(kStolen));
    thief_is_due = false;
  }
};

TEST_F(OnTwoRanks, TheWorkBasedSchemeAloneSeesInterrupts) {
  const NonblockingCall call = {"robbing",
                                [](const NonblockingArguments& arguments, MPI_Request* request) {
                                  thief_is_due = true;
                                  return Call("ibcast").start(arguments, request);
                                }};
  Robbed workload;
  ExpectRootsSend(TimeBased(call, kBytes, MPI_COMM_WORLD, WtimeClock(), Together()));
  const auto times = WorkBased(call, kBytes, MPI_COMM_WORLD, WtimeClock(), workload, Together());
  EXPECT_NEAR(times.overhead.count(), kInit + kStolen, 1e-9);
  EXPECT_EQ(times.overlap, 0);
}

#endif

}  // namespace
}  // namespace colltune::measure
