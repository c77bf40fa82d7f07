// The offset between two clocks against the truth, in virtual time, on two ranks.
#include "measure/clock_sync/offset.h"

#include <gtest/gtest.h>

#include <cmath>

#include "algorithms/mpi/unique.h"
#include "tests/measure/wrong_clock.h"

namespace colltune::measure {
namespace {

constexpr double kMostDrift = 100 * kPpm;
const double kRelativeDrift = SyncOptions{.drift_bound = kMostDrift}.RelativeDriftBound();

/// A pair of clocks, alike on both ranks; rank 0 serves.
class Pair {
 public:
  Pair(const Wrongness& server, const Wrongness& client, const Jitter& jitter, unsigned seed)
      : server_(server),
        clock_(RankIn(MPI_COMM_WORLD) == 0 ? server : client, jitter,
               2 * seed + static_cast<unsigned>(RankIn(MPI_COMM_WORLD))) {}

  /// Measures the offset on rank 1; rank 0 returns an empty result.
  PairOffset Measure(const ExchangeRule& rule) const {
    if (RankIn(MPI_COMM_WORLD) == 1) {
      return MeasureOffset(MPI_COMM_WORLD, 0, clock_, rule, kRelativeDrift);
    }
    ServeOffset(MPI_COMM_WORLD, 1, clock_);
    return {};
  }

  double Error(const Offset& told) const {
    const Seconds truth = told.at - server_.Shown(clock_.wrongness().Truth(told.at));
    return std::abs((told.offset - truth).count());
  }

  const Clock& clock() const { return clock_; }

 private:
  Wrongness server_;
  WrongClock clock_;
};

Wrongness AnyClock(std::mt19937& random) {
  return {Seconds(std::uniform_real_distribution(-1000.0, 1000.0)(random)),
          std::uniform_real_distribution(-kMostDrift, kMostDrift)(random)};
}

// Long interruptions, so that early exchanges are out of date by the time of later ones.
TEST(Offset, IsNeverFurtherFromTheTruthThanCertified) {
  constexpr int kTrials = 10000;
  const Jitter jitter{Seconds(0.5e-6), 0.1, Seconds(0.2)};
  std::mt19937 random(1);
  int violations = 0;
  int tight = 0;
  for (unsigned trial = 0; trial < kTrials; ++trial) {
    const Wrongness server = AnyClock(random);
    const Pair pair(server, AnyClock(random), jitter, trial);
    const int exchanges = std::uniform_int_distribution(1, 5)(random);
    const PairOffset told = pair.Measure({exchanges, exchanges, Seconds(0)});
    if (RankIn(MPI_COMM_WORLD) == 0) continue;
    EXPECT_EQ(told.exchanges, exchanges);
    violations += pair.Error(told.bounds) > told.bounds.error.count();
    violations += pair.Error(told.round_trip) > told.round_trip.error.count();
    tight += told.bounds.error < Seconds(20e-6);
  }
  if (RankIn(MPI_COMM_WORLD) == 0) return;
  EXPECT_EQ(violations, 0);
  // Half a round trip is 24 us / 2: the bounds are also useful.
  EXPECT_GT(tight, kTrials / 2);
}

// The middle of an undisturbed round trip is the truth, in the first measurement and in the second.
// An estimate that takes the round trip from an earlier measurement is off by half of it in the
// first.
TEST(Offset, IsExactFromTheFirstOneOn) {
  const Pair pair({Seconds(-3)}, {Seconds(500)}, {}, 1);
  for (int i = 0; i < 2; ++i) {
    const PairOffset told = pair.Measure({100, 1000, Seconds(1e-9)});
    if (RankIn(MPI_COMM_WORLD) == 0) continue;
    // The first round trip and a hundred that are not shorter. At the first one of the test the
    // server comes late.
    EXPECT_GE(told.exchanges, 101);
    EXPECT_LE(told.exchanges, 102);
    // The lower bound is wider by the drift of one round trip, 5 ns; the middle by half of that.
    EXPECT_LT(pair.Error(told.bounds), 5e-9);
    EXPECT_LT(pair.Error(told.round_trip), 1e-10);
    // L = 10 us and os = or = 1 us, there and back.
    EXPECT_NEAR(told.round_trip.error.count(), 12e-6, 1e-8);
    EXPECT_NEAR(told.bounds.error.count(), 12e-6, 1e-8);
  }
}

TEST(Offset, StopsAtTheCap) {
  const Pair pair({}, {}, {Seconds(0.5e-6), 0, {}}, 1);
  const PairOffset told = pair.Measure({100, 7, Seconds(0)});
  if (RankIn(MPI_COMM_WORLD) == 1) {
    EXPECT_EQ(told.exchanges, 7);
  }
}

TEST(Offset, OfAClockThatDriftsMoreThanAllowedIsNotCertified) {
  // 10 % fast: after 100 exchanges of 24 us, bounds that are 24 us wide have moved by 240 us.
  const Pair pair({}, {Seconds(0), 0.1}, {}, 1);
  const PairOffset told = pair.Measure({100, 100, Seconds(0)});
  if (RankIn(MPI_COMM_WORLD) == 1) {
    EXPECT_TRUE(std::isinf(told.bounds.error.count()));
  }
}

}  // namespace
}  // namespace colltune::measure
