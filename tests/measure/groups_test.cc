// Experiments in groups on both MPIs: complete, and alike on all ranks. On the simulated LogGP
// machine of tests/smpi/loggp.cfg the times follow from its parameters.
#include "measure/network/groups.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "algorithms/mpi/unique.h"
#include "measure/network/all_pairs.h"

namespace colltune::measure {
namespace {

GroupOptions Options() {
  return {.rule = {.min_reps = 3, .max_reps = 6, .confidence = 0.5, .alpha = 0.5}};
}

void ExpectAlike(std::vector<double> values) {
  std::vector<double> low(values.size());
  std::vector<double> high(values.size());
  const int count = static_cast<int>(values.size());
  PMPI_Allreduce(values.data(), low.data(), count, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  PMPI_Allreduce(values.data(), high.data(), count, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  EXPECT_EQ(low, high) << "ranks disagree";
}

TEST(AllPairs, AreCompleteAndAlikeInBothWays) {
  const int ranks = SizeOf(MPI_COMM_WORLD);
  const auto pairs = static_cast<std::size_t>(ranks * (ranks - 1) / 2);
  for (const bool parallel : {false, true}) {
    for (const std::int64_t back : {0, 1, 65536}) {
      GroupOptions options = Options();
      options.parallel = parallel;
      const AllPairs all =
          TimeAllPairs(MPI_COMM_WORLD, WtimeClock(), Bytes{65536}, Bytes{back}, options);
      ASSERT_EQ(all.times.size(), pairs);
      std::vector<double> values = {all.worst_ratio, all.parallel ? 1.0 : 0.0};
      for (std::size_t i = 0; i < pairs; ++i) {
        EXPECT_GT(all.times[i], Seconds(0));
        EXPECT_GE(all.repetitions[i], 3);
        EXPECT_LE(all.repetitions[i], 6);
        EXPECT_GE(all.errors[i], 0);
        values.insert(values.end(), {all.times[i].count(), all.errors[i]});
      }
      ExpectAlike(values);
    }
  }
}

TEST(AllPairs, StandInTheOrderOfTheirRanks) {
  std::size_t next = 0;
  for (Rank i = 0; i < 7; ++i) {
    for (Rank j = i + 1; j < 7; ++j) EXPECT_EQ(PairIndex(i, j, 7), next++);
  }
}

TEST(AllPairs, HaveAnErrorOfInfinityAfterTooFewRepetitions) {
  GroupOptions options;
  options.rule.min_reps = options.rule.max_reps = 2;
  options.rule.confidence = 0.99;
  const AllPairs all = TimeAllPairs(MPI_COMM_WORLD, WtimeClock(), Bytes{1}, Bytes{1}, options);
  for (const double error : all.errors) EXPECT_TRUE(std::isinf(error));
  for (const int repetitions : all.repetitions) EXPECT_EQ(repetitions, 2);
}

TEST(AllPairs, OfThreeRanksOrFewerAreTimedInTurn) {
  const AllPairs all = TimeAllPairs(MPI_COMM_WORLD, WtimeClock(), Bytes{1}, Bytes{1}, Options());
  if (SizeOf(MPI_COMM_WORLD) > 3) {
    EXPECT_GE(all.worst_ratio, 1);
  } else {
    EXPECT_EQ(all.worst_ratio, 0);
    EXPECT_FALSE(all.parallel);
  }
}

// The experiment makes at least one round, with six repetitions of each group, where the rule wants
// ten.
TEST(Groups, EndWhenTheirTimeIsOver) {
  const auto rounds = PairRounds(SizeOf(MPI_COMM_WORLD));
  GroupOptions options;
  options.rule.min_reps = options.rule.max_reps = 10;
  options.parallel = false;
  options.most_time = Seconds(1e-9);
  int asked = 0;
  options.go_on = [&] {
    ++asked;
    return false;
  };
  const GroupTimes times =
      TimeGroups(MPI_COMM_WORLD, WtimeClock(), rounds, {Bytes{8}, Bytes{8}}, options);
  ASSERT_EQ(times.times.size(), rounds.front().size());
  EXPECT_EQ(asked, rounds.size() > 1 ? 1 : 0);
  for (std::size_t i = 0; i < times.times.size(); ++i) {
    EXPECT_EQ(times.times[i].group, rounds.front()[i]);
    EXPECT_EQ(times.times[i].repetitions, 6);
  }
}

TEST(AllPairs, RefuseOptionsThatMakeNoSense) {
  const auto message = [](void (*spoil)(GroupOptions&)) -> std::string {
    GroupOptions options;
    spoil(options);
    try {
      TimeAllPairs(MPI_COMM_WORLD, WtimeClock(), Bytes{1}, Bytes{1}, options);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(message([](GroupOptions& o) { o.rule.min_reps = 0; }),
            "least repetitions 0 are below 1");
  EXPECT_EQ(message([](GroupOptions& o) { o.checked_rounds = 0; }), "checked rounds 0 are below 1");
  EXPECT_EQ(message([](GroupOptions& o) { o.checked_repetitions = 0; }),
            "checked repetitions 0 are below 1");
  EXPECT_EQ(message([](GroupOptions& o) { o.most_interference = -1; }),
            "most interference -1 is below 0");
}

#ifdef COLLTUNE_SMPI

// tests/smpi/loggp.cfg, in seconds.
constexpr double kSend = 2e-6;
constexpr double kPerByte = 0.8e-9;
constexpr double kLatency = 10e-6;
constexpr double kReceive = 2e-6;

void ExpectTime(const GroupTimes& groups, double expected) {
  ASSERT_FALSE(groups.times.empty());
  for (const GroupTime& time : groups.times) {
    EXPECT_NEAR(time.time.count(), expected, 1e-9) << "from " << time.group.from;
  }
  // Messages share nothing on this machine.
  EXPECT_LT(groups.worst_ratio, 1.001);
  EXPECT_EQ(groups.parallel, groups.worst_ratio > 0);
}

GroupTimes Time(const std::vector<GroupRound>& rounds, const GroupExperiment& experiment) {
  return TimeGroups(MPI_COMM_WORLD, WtimeClock(), rounds, experiment, Options());
}

TEST(GroupsInVirtualTime, ARoundTripTakesItsTwoMessages) {
  const double there = kSend + 1000 * kPerByte + kLatency + kReceive;
  const double back = kSend + 200 * kPerByte + kLatency + kReceive;
  ExpectTime(Time(PairRounds(SizeOf(MPI_COMM_WORLD)), {Bytes{1000}, Bytes{200}}), there + back);
}

// The answers arrive one send apart. The second answer is received at once when it arrives: by then
// the first is done, if a send takes at least as long as a receive.
TEST(GroupsInVirtualTime, PointToTwoTakesOneSendMoreThanARoundTrip) {
  const int ranks = SizeOf(MPI_COMM_WORLD);
  if (ranks < 3) GTEST_SKIP() << "three ranks";
  for (const std::int64_t bytes : {0, 1000}) {
    const double m = static_cast<double>(bytes);
    const double round_trip = 2 * (kSend + kLatency + kReceive) + m * kPerByte;
    ExpectTime(Time(TripletRounds(ranks), {Bytes{bytes}, Bytes{0}}),
               round_trip + kSend + m * kPerByte);
    // With answers as long as the messages, each takes its own sender's time.
    ExpectTime(Time(TripletRounds(ranks), {Bytes{bytes}, Bytes{bytes}}),
               round_trip + kSend + 2 * m * kPerByte);
  }
}

TEST(GroupsInVirtualTime, EachLeafOfAFanTakesASendMore) {
  const int ranks = SizeOf(MPI_COMM_WORLD);
  for (const std::int64_t bytes : {0, 1000}) {
    const double send = kSend + static_cast<double>(bytes) * kPerByte;
    for (int leaves = 1; leaves < std::min(ranks, 5); ++leaves) {
      const GroupExperiment experiment{Bytes{bytes}, Bytes{0}, false};
      ExpectTime(Time(FanRounds(ranks, leaves), experiment),
                 leaves * send + kLatency + kReceive + kSend + kLatency + kReceive);
    }
  }
}

#endif

}  // namespace
}  // namespace colltune::measure
