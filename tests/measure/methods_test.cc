// All methods, on both MPIs: results are complete, alike on all ranks, and plausible.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <utility>

#include "measure/methods/method.h"
#include "measure/methods/race.h"
#include "measure/methods/series_records.h"
#include "tests/pairwise_samples.h"

namespace colltune::measure {
namespace {

class MethodsTest : public testing::Test {
 protected:
  Operation Make(std::string_view name, std::int64_t bytes, Rank root = 0) {
    return Operation(Collective::kBcast, ParseChoice(Collective::kBcast, name), Bytes{bytes}, root,
                     runner, memory);
  }

  /// Expects a possible time, alike on all ranks.
  static void ExpectPlausible(const Sample& sample, const MethodEntry& entry) {
    EXPECT_TRUE(std::isfinite(sample.time.count())) << entry.name;
    EXPECT_TRUE(sample.time >= Seconds(0) || !sample.valid) << entry.name;
    double low = sample.time.count();
    double high = low;
    PMPI_Allreduce(MPI_IN_PLACE, &low, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    PMPI_Allreduce(MPI_IN_PLACE, &high, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    EXPECT_EQ(low, high) << "ranks disagree on " << entry.name;
  }

  Runner runner{MPI_COMM_WORLD};
  OperationMemory memory;
  GlobalClock global{
      runner.comm(), WtimeClock(), StandardClockSync(runner.comm(), WtimeClock()), {}};
  int ranks = SizeOf(MPI_COMM_WORLD);
};

TEST_F(MethodsTest, EveryMethodTimesEveryImplementation) {
  for (const MethodEntry& entry : Methods()) {
    if (entry.needs_global_clock && !SharesClock(MPI_COMM_WORLD)) continue;
    for (const std::string_view name :
         {std::string_view("binomial"), std::string_view("flat"), kLibrary.text()}) {
      for (const std::int64_t bytes : {0, 1, 65536}) {
        Operation operation = Make(name, bytes, ranks - 1);
        const auto method = entry.make(operation, global, {});
        global.Begin();
        method->Repeat();
        global.End();
        const std::vector<Repetition> repetitions = method->Collect();
        ASSERT_FALSE(repetitions.empty()) << entry.name;
        ASSERT_FALSE(repetitions[0].empty()) << entry.name;
        for (const Sample& sample : repetitions[0]) ExpectPlausible(sample, entry);
      }
    }
  }
}

TEST_F(MethodsTest, EveryMethodTimesEveryCollectiveThatItTakes) {
  for (const MethodEntry& entry : Methods()) {
    if (entry.needs_global_clock && !SharesClock(MPI_COMM_WORLD)) continue;
    for (std::size_t c = 0; c < kCollectiveNames.size(); ++c) {
      const auto collective = static_cast<Collective>(c);
      if (!Declines(entry, collective).empty()) continue;
      Operation operation(collective, {}, Bytes{24}, ranks - 1, runner, memory);
      const auto method = entry.make(operation, global, {.batch = 2});
      global.Begin();
      method->Repeat();
      global.End();
      const std::vector<Repetition> repetitions = method->Collect();
      ASSERT_FALSE(repetitions.empty()) << entry.name << " of " << ToText(collective);
      ExpectPlausible(repetitions[0].at(0), entry);
    }
  }
}

TEST_F(MethodsTest, ARaceGivesEachMethodItsRepetitions) {
  Operation binomial = Make("binomial", 8);
  Operation library = Make(kLibrary.text(), 8);
  std::vector<std::unique_ptr<Method>> methods;
  for (Operation* operation : {&binomial, &library}) {
    methods.push_back(FindMethod("per_destination")->make(*operation, global, {}));
  }
  const StoppingRule rule{.min_reps = 3, .max_reps = 5, .confidence = 0.5, .alpha = 0.5};
  const auto series = Race(methods, &global, {rule, {}}, 1, [] { return true; });
  ASSERT_EQ(series.size(), 2u);
  for (const Series& one : series) {
    EXPECT_GE(one.repetitions.size(), 3u);
    EXPECT_LE(one.repetitions.size(), 5u);
    for (const auto& repetition : one.repetitions) {
      EXPECT_EQ(repetition.size(), static_cast<std::size_t>(ranks));
    }
  }
  int turns = 0;
  const auto stopped = Race(methods, &global, {rule, {}}, 1, [&] { return turns++ < 1; });
  EXPECT_EQ(stopped[0].repetitions.size(), 1u);
}

/// A method whose times are within 10 % of `center`, and never equal. Each `step`-th time is valid;
/// with step 0 none is.
class Imagined final : public Method {
 public:
  explicit Imagined(double center, int step = 1) : center_(center), step_(step) {}

  void Repeat() override {
    constexpr int kPeriod = 7;
    ++count_;
    const double share = (count_ * 3 % kPeriod - 3) / 30.0 + 1e-6 * count_;
    const bool valid = step_ > 0 && count_ % step_ == 0;
    kept_.push_back({{.time = Seconds(center_ * (1 + share)), .valid = valid}});
  }
  std::vector<Repetition> Collect() override { return std::exchange(kept_, {}); }

 private:
  double center_;
  int step_;
  int count_ = 0;
  std::vector<Repetition> kept_;
};

// A candidate that takes twice as long is known to be slower after ten turns (p = 1 / C(20, 10),
// far below 0.01 / (2 others x 2 looks)). A candidate that takes as long is never eliminated. With
// exact times, all but one of the fastest leave after one turn.
// Two communicators race the same operations at the same time, by one clock.
TEST_F(MethodsTest, CommunicatorsAtTheSameTimeGetTheSameSamples) {
  if (ranks < 4) GTEST_SKIP() << "needs two communicators of two ranks";
  const Rank self = RankIn(MPI_COMM_WORLD);
  const int each = ranks / 2;
  MPI_Comm both = MPI_COMM_NULL;
  MPI_Comm part = MPI_COMM_NULL;
  PMPI_Comm_split(MPI_COMM_WORLD, self < 2 * each ? 0 : MPI_UNDEFINED, self, &both);
  PMPI_Comm_split(MPI_COMM_WORLD, self < 2 * each ? self / each : MPI_UNDEFINED, self, &part);
  if (both == MPI_COMM_NULL) return;
  const UniqueComm owner(both);
  const UniqueComm part_owner(part);
  Runner own(part);
  for (const MethodEntry& entry : Methods()) {
    if (entry.biased) continue;
    GlobalClock clock(both, WtimeClock(), StandardClockSync(both, WtimeClock()), {});
    std::vector<Operation> operations;
    std::vector<std::unique_ptr<Method>> methods;
    operations.reserve(2);
    for (const char* const name : {"flat", "chain"}) {
      operations.emplace_back(Collective::kBcast, ParseChoice(Collective::kBcast, name),
                              Bytes{65536}, 0, own, memory);
      methods.push_back(entry.make(operations.back(), clock, {.batch = 2}));
    }
    const StoppingRule rule{.min_reps = 5, .max_reps = 20};
    for (const Series& series : Race(methods, &clock, {rule, 0.99}, 1, [] { return true; })) {
      ASSERT_FALSE(series.repetitions.empty()) << entry.name;
      for (const Sample& sample : series.All()) {
        double span[] = {sample.time.count(), -sample.time.count()};
        PMPI_Allreduce(MPI_IN_PLACE, span, 2, MPI_DOUBLE, MPI_MAX, both);
        EXPECT_EQ(span[0], -span[1]) << "ranks disagree on " << entry.name;
      }
    }
  }
}

TEST_F(MethodsTest, ARaceIsLeftByWhatIsSlowerIfThatIsAsked) {
  const auto repetitions = [](int least, std::optional<double> elimination, bool exact) {
    std::vector<std::unique_ptr<Method>> methods;
    for (const double center : {1.0, 2.0, 1.0}) {
      methods.push_back(std::make_unique<Imagined>(center));
    }
    const StoppingRule rule{.min_reps = least, .max_reps = 15, .confidence = 0.99, .alpha = 1e-9};
    const RaceRule race{rule, elimination, exact};
    std::vector<std::size_t> counts;
    for (const Series& one : Race(methods, nullptr, race, 1, [] { return true; })) {
      counts.push_back(one.repetitions.size());
    }
    return counts;
  };
  EXPECT_EQ(repetitions(10, 0.99, false), (std::vector<std::size_t>{15, 10, 15}));
  EXPECT_EQ(repetitions(10, std::nullopt, false), (std::vector<std::size_t>{15, 15, 15}));
  EXPECT_EQ(repetitions(1, 0.99, true), (std::vector<std::size_t>{15, 1, 1}));
  EXPECT_EQ(repetitions(1, std::nullopt, true), (std::vector<std::size_t>{15, 15, 15}));
}

// Looks are after 10, 15 and 23 turns, of which 5, 7 and 11 are valid. With fewer than 8 valid
// times, an interval of the median that holds with 99 % has no end (2 / 2^7 > 0.01).
TEST_F(MethodsTest, WhatLeavesARaceIsKnown) {
  std::vector<std::unique_ptr<Method>> methods;
  methods.push_back(std::make_unique<Imagined>(1.0));
  methods.push_back(std::make_unique<Imagined>(2.0, 2));
  const StoppingRule rule{.min_reps = 10, .max_reps = 40, .confidence = 0.99, .alpha = 1e-9};
  const auto series = Race(methods, nullptr, {rule, 0.99}, 1, [] { return true; });
  EXPECT_EQ(series[0].repetitions.size(), 40u);
  EXPECT_EQ(series[1].repetitions.size(), 23u);
}

// With exact times, those from before the race already tell which candidate is slower.
TEST_F(MethodsTest, AnExactRaceLooksBeforeItsFirstTurn) {
  std::vector<std::unique_ptr<Method>> methods;
  for (const double center : {2.0, 1.0}) {
    methods.push_back(std::make_unique<Imagined>(center));
    methods.back()->Repeat();
  }
  const StoppingRule rule{.min_reps = 1, .max_reps = 2, .confidence = 0.99, .alpha = 1e-9};
  const auto series = Race(methods, nullptr, {rule, 0.99, true}, 1, [] { return true; });
  EXPECT_EQ(series[0].repetitions.size(), 1u);
  EXPECT_EQ(series[1].repetitions.size(), 3u);
}

// The second look is after one and a half times the first one's turns.
TEST_F(MethodsTest, ARaceIsLeftByWhatGivesNoValidTimes) {
  std::vector<std::unique_ptr<Method>> methods;
  methods.push_back(std::make_unique<Imagined>(1.0));
  methods.push_back(std::make_unique<Imagined>(1.0, 0));
  const StoppingRule rule{.min_reps = 10, .max_reps = 40, .confidence = 0.99, .alpha = 1e-9};
  const auto series = Race(methods, nullptr, {rule, {}}, 1, [] { return true; });
  EXPECT_EQ(series[0].repetitions.size(), 40u);
  EXPECT_EQ(series[1].repetitions.size(), 15u);
}

TEST_F(MethodsTest, NetworkExperimentsAreFiniteAndComplete) {
  NetworkExperiments experiments(runner.comm(), WtimeClock(), {.repetitions = 5, .messages = 4});
  const std::vector<Bytes> sizes = {Bytes{1}, Bytes{65536}};
  const auto samples = PairwiseSamples(experiments, sizes);
  const auto pairs = static_cast<std::size_t>(ranks * (ranks - 1) / 2);
  EXPECT_EQ(samples.size(), 2 * pairs + 2 + 2);
  for (const NetworkSample& sample : samples) {
    EXPECT_GT(sample.time, Seconds(0));
    EXPECT_TRUE(std::isfinite(sample.time.count()));
    EXPECT_EQ(sample.repetitions, 5);
  }
}

TEST_F(MethodsTest, TheClockMovesAndWaits) {
  const Clock& clock = WtimeClock();
  const Seconds start = clock.Now();
  clock.WaitUntil(start + Seconds(1e-4));
  EXPECT_GE(clock.Now(), start + Seconds(1e-4));
  clock.WaitUntil(start);  // the past: at once
  const ClockQuality quality = Examine(clock);
  EXPECT_GE(quality.cost, Seconds(0));
  EXPECT_LT(quality.cost, Seconds(1e-4));
}

TEST_F(MethodsTest, EachSampleHasARecord) {
  Operation operation = Make("chain", 8);
  Record origin;
  origin.method = "round_time";
  origin.run = 4;
  const Seconds error(1e-8);
  // The median for destination 1 is 2, so that more than 5 * 2 is a preemption.
  const Series series{{{{1, Seconds(2), true, error}, {2, Seconds(60), false, error}},
                       {{1, Seconds(1), true, error}},
                       {{1, Seconds(11), true, error}}}};
  const std::vector<Record> records = RecordsOf(origin, operation, series);
  ASSERT_EQ(records.size(), 4u);
  EXPECT_THAT(CsvRow(records[0]),
              testing::StartsWith("bcast,chain,round_time," + std::to_string(ranks) +
                                  ",8,0,0,2,1,1,1e-08,0,4,"));
  EXPECT_EQ(records[1].destination, 2);
  EXPECT_FALSE(records[1].valid);
  EXPECT_EQ(records[2].repetition, 1);
  EXPECT_FALSE(records[2].preempted);
  EXPECT_TRUE(records[3].preempted);
  EXPECT_TRUE(records[3].valid) << "marked, and kept";
  const Series all{{{{Sample::kAll, Seconds(1)}}}};
  EXPECT_FALSE(RecordsOf(origin, operation, all)[0].destination.has_value());
}

TEST(Summary, IsTheSlowestDestinationOfValidSamples) {
  const std::vector<Sample> samples = {
      {1, Seconds(1), true}, {2, Seconds(5), true},  {1, Seconds(3), true},
      {2, Seconds(7), true}, {3, Seconds(9), false}, {1, Seconds(2), true},
  };
  const Summary summary = Summarise(samples, 0.99);
  EXPECT_EQ(summary.destination, 2);
  EXPECT_EQ(summary.median, Seconds(6));
  EXPECT_EQ(summary.samples, 2);
  EXPECT_EQ(summary.invalid, 1);
  EXPECT_EQ(Summarise({}, 0.99).samples, 0);
}

}  // namespace
}  // namespace colltune::measure
