// Isolated repetitions: the reduction of ranks' times to a sample, and, in virtual time, the
// results of the methods. Expected values follow from the machine's parameters
// (tests/smpi/loggp.cfg).
#include <gtest/gtest.h>

#include <algorithm>

#include "measure/methods/rank_times.h"
#include "tests/truth.h"

namespace colltune::measure {
namespace {

constexpr double kExact = 1e-9;  // s: SMPI's own rounding

RankTimes OneRank(double start, double end, double error) {
  return {.start = {Seconds(start), Seconds(error)},
          .end = {Seconds(end), Seconds(2 * error)},
          .own = Seconds(end - start)};
}

Sample Reduce(const std::vector<RankTimes>& ranks, const Judgement& judgement) {
  Times all;
  for (const RankTimes& rank : ranks) all = Join(all, TimesOf(rank));
  return ToSample(all, static_cast<int>(ranks.size()), judgement);
}

// Three ranks: from 10 to 17, from 11 to 21 and from 9 to 12. The second rank reports.
std::vector<RankTimes> ThreeRanks() {
  std::vector<RankTimes> ranks = {OneRank(10, 17, 0), OneRank(11, 21, 0.2), OneRank(9, 12, 0.1)};
  ranks[1].reports = true;
  return ranks;
}

TEST(Times, ReduceInFiveWays) {
  const auto reduced = [](Reduction reduction) {
    return Reduce(ThreeRanks(), {.reduction = reduction}).time.count();
  };
  EXPECT_DOUBLE_EQ(reduced(Reduction::kRoot), 10);
  EXPECT_DOUBLE_EQ(reduced(Reduction::kMaximum), 10);
  EXPECT_DOUBLE_EQ(reduced(Reduction::kGlobal), 12);  // from 9 to 21
  EXPECT_DOUBLE_EQ(reduced(Reduction::kMean), 20.0 / 3);
  EXPECT_DOUBLE_EQ(reduced(Reduction::kMinimum), 3);
}

TEST(Times, CarryTheClocksErrors) {
  // The largest of the starts, 0.2, and of the ends, 0.4.
  const Sample global = Reduce(ThreeRanks(), {.reduction = Reduction::kGlobal});
  EXPECT_DOUBLE_EQ(global.clock_error.count(), 0.6);
  EXPECT_TRUE(global.valid);  // 5 % of 12
  EXPECT_FALSE(Reduce(ThreeRanks(), {.reduction = Reduction::kGlobal, .clock_share = 0.04}).valid);
  // One rank's own clock has no such error, unless the start came from another rank's clock.
  const Sample own = Reduce(ThreeRanks(), {.reduction = Reduction::kMinimum});
  EXPECT_DOUBLE_EQ(own.clock_error.count(), 0);
  EXPECT_TRUE(own.valid);
  const Sample common =
      Reduce(ThreeRanks(), {.reduction = Reduction::kMinimum, .common_start = true});
  EXPECT_DOUBLE_EQ(common.clock_error.count(), 0.6);
  EXPECT_FALSE(common.valid);  // 20 % of 3
}

TEST(Times, AreInvalidWhereARankIsFlawedOrTheyMakeNoSense) {
  std::vector<RankTimes> ranks = ThreeRanks();
  ranks[2].flawed = true;
  EXPECT_FALSE(Reduce(ranks, {}).valid);
  ranks = ThreeRanks();
  ranks[2].own = Seconds(-1);  // as clocks that are apart may have it
  EXPECT_FALSE(Reduce(ranks, {.reduction = Reduction::kMinimum}).valid);
  ranks[2].own = Seconds(Times::kNever);
  EXPECT_FALSE(Reduce(ranks, {.reduction = Reduction::kMaximum}).valid);
  EXPECT_FALSE(Reduce({}, {}).valid);
}

/// A clock of which every reading is slow for a while, or one reading. It stands for an
/// interruption by the operating system, or for an operation that takes longer than before.
class StallingClock : public Clock {
 public:
  std::string_view name() const override { return "stalling"; }
  Scope scope() const override { return WtimeClock().scope(); }
  Seconds Now() const override {
    if (stall > Seconds(0) && ++readings >= first) {
      WtimeClock().WaitUntil(WtimeClock().Now() + stall);
      if (once) stall = Seconds(0);
    }
    return WtimeClock().Now();
  }
  void WaitUntil(Seconds time) const override { WtimeClock().WaitUntil(time); }

  mutable Seconds stall{};
  mutable int readings = 0;
  int first = 0;
  bool once = false;
};

class IsolatedTest : public testing::Test {
 protected:
  Operation Chain() {
    return Operation(Collective::kBcast, ParseChoice(Collective::kBcast, "chain"), Bytes{256}, 0,
                     runner, memory);
  }

  /// Returns all samples of `calls` calls of Repeat.
  std::vector<Sample> Samples(Method& method, int calls) {
    global.Begin();
    for (int i = 0; i < calls; ++i) method.Repeat();
    global.End();
    std::vector<Sample> samples;
    for (const Repetition& repetition : method.Collect()) samples.push_back(repetition.at(0));
    return samples;
  }

  std::vector<Sample> Samples(std::string_view name, const MethodOptions& options) {
    Operation chain = Chain();
    return Samples(*FindMethod(name)->make(chain, global, options), 3);
  }

  void ExpectAll(const std::vector<Sample>& samples, std::size_t count, double time,
                 std::string_view what) {
    EXPECT_EQ(samples.size(), count) << what;
    for (const Sample& sample : samples) {
      EXPECT_TRUE(sample.valid) << what;
      EXPECT_NEAR(sample.time.count(), time, kExact) << what;
    }
  }

  Runner runner{MPI_COMM_WORLD};
  OperationMemory memory;
  StallingClock clock;
  GlobalClock global{runner.comm(), clock, *FindClockSync("shared"), {}};
  const int p = SizeOf(MPI_COMM_WORLD);
  // A message of 256 bytes takes o_s + 256 G at its sender, and L + o_r more until it is received.
  const double send = 2e-6 + 256 * 0.8e-9;
  const double hop = send + 10e-6 + 2e-6;
  // The chain: rank 0 ends at `send`, rank i at i * hop + send. The last rank, which does not send
  // on, ends at (p - 1) * hop.
  const double last = (p - 1) * hop;
};

TEST_F(IsolatedTest, WindowsAndRoundTimeReduceAsAsked) {
  const double mean = ((p - 1) * send + hop * p * (p - 1) / 2) / p;
  const std::vector<std::pair<Reduction, double>> expected = {{Reduction::kRoot, send},
                                                              {Reduction::kMaximum, last},
                                                              {Reduction::kGlobal, last},
                                                              {Reduction::kMean, mean},
                                                              {Reduction::kMinimum, send}};
  for (const auto& [reduction, time] : expected) {
    const MethodOptions options{.batch = 4, .reduction = reduction};
    ExpectAll(Samples("window", options), 12, time, "window");
    ExpectAll(Samples("round_time", options), 3, time, "round_time");
  }
}

// SMPI's barrier is the flat one (ompi_basic_linear). Rank 0 leaves first, after sending p - 1
// answers, and rank i 2 us * (i - 1 - (p - 1)) + 14 us later; so the last rank leaves 12 us later.
// With up to 8 ranks none leaves before rank 0.
TEST_F(IsolatedTest, BehindBarriersLateRanksMissTheirWait) {
  ExpectAll(Samples("root", {}), 3, send, "root");
  ExpectAll(Samples("maximum", {}), 3, last - 12e-6, "maximum");
  ExpectAll(Samples("global", {}), 3, last, "global");
}

TEST_F(IsolatedTest, TheFirstOperationCountsWhereThatIsAsked) {
  Operation chain = Chain();
  global.Begin();
  const auto method = FindMethod("round_time")->make(chain, global, {.first_counts = true});
  ExpectAll(Samples(*method, 0), 1, last, "the first");
  ExpectAll(Samples(*method, 2), 2, last, "further ones");
}

TEST_F(IsolatedTest, AnInterruptionIsFlaggedAndPoisonsNothing) {
  Operation chain = Chain();
  const auto windows = FindMethod("window")->make(chain, global, {});
  // At the last rank the end of the third operation is read one and a half windows late; an
  // operation has three readings. A window is twice the operation and a barrier. The barrier takes
  // (24 + 4(p-1)) us, as it begins where a barrier ended, at the last rank 12 us later than at rank
  // 0.
  const double barrier = 12e-6 + (p - 1) * 4e-6;
  clock.stall = runner.rank() == p - 1 ? Seconds(3 * (last + barrier)) : Seconds(0);
  clock.first = 10;  // one more when the batch begins
  clock.once = true;
  const std::vector<Sample> samples = Samples(*windows, 1);
  ASSERT_EQ(samples.size(), 10u);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    // The third operation ended after its window, and the fourth started late.
    EXPECT_EQ(samples[i].valid, i != 2 && i != 3) << i;
    if (samples[i].valid) {
      EXPECT_NEAR(samples[i].time.count(), last, kExact) << i;
    }
  }
}

TEST_F(IsolatedTest, WindowsGrowUntilOperationsFit) {
  Operation chain = Chain();
  const auto windows = FindMethod("window")->make(chain, global, {});
  // An operation that took one window now takes more than two, on all ranks, so that none catches
  // up.
  clock.stall = Seconds(2 * (last + 100e-6));
  const std::vector<Sample> before = Samples(*windows, 1);
  EXPECT_LT(std::ranges::count(before, true, &Sample::valid), 5);
  for (int i = 0; i < 4; ++i) Samples(*windows, 1);
  const std::vector<Sample> after = Samples(*windows, 1);
  EXPECT_EQ(std::ranges::count(after, true, &Sample::valid), 10);
  clock.stall = Seconds(0);
  ExpectAll(Samples(*windows, 1), 10, last, "window");
}

TEST_F(IsolatedTest, RoundTimeAnnouncesFurtherAheadWhenRanksAreLate) {
  Operation chain = Chain();
  const auto round_time = FindMethod("round_time")->make(chain, global, {});
  clock.stall = runner.rank() == p - 1 ? Seconds(1e-3) : Seconds(0);
  const std::vector<Sample> before = Samples(*round_time, 2);
  EXPECT_EQ(std::ranges::count(before, false, &Sample::valid), 2);
  // Three announcements and barriers take more than 3 * 28 us: 4 doublings are more than 1 ms.
  for (int i = 0; i < 4; ++i) Samples(*round_time, 1);
  EXPECT_TRUE(Samples(*round_time, 1).at(0).valid);
  clock.stall = Seconds(0);
  ExpectAll(Samples(*round_time, 2), 2, last, "round_time");
}

}  // namespace
}  // namespace colltune::measure
