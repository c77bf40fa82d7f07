// All pairs of 16 nodes, one after another and at the same time, as in Lastovetsky, Rychkov &
// O'Flynn (EuroPVM/MPI 2008), section 5: 100 round trips of 4 KiB. On a switch the times are the
// same, and all pairs together take a seventh of the time. On a shared medium the times would
// differ, which the experiment detects.
#include "measure/network/all_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <string>

#include "algorithms/mpi/unique.h"

namespace colltune::measure {
namespace {

constexpr Bytes kBytes{4096};

/// The result, and the time until the last rank had it.
struct Timing {
  AllPairs pairs;
  double seconds = 0;
};

Timing TimeAll(GroupOptions options) {
  options.rule.min_reps = options.rule.max_reps = 100;
  PMPI_Barrier(MPI_COMM_WORLD);
  const double begin = PMPI_Wtime();
  Timing run{TimeAllPairs(MPI_COMM_WORLD, WtimeClock(), kBytes, kBytes, options)};
  run.seconds = PMPI_Wtime() - begin;
  PMPI_Allreduce(MPI_IN_PLACE, &run.seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return run;
}

double WorstDifference(const AllPairs& a, const AllPairs& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.times.size(); ++i) {
    worst = std::max(worst, std::abs(b.times[i] / a.times[i] - 1));
  }
  return worst;
}

/// A row of `bazel run //tests/measure:pairs_table`.
void PrintRow(const char* network, const Timing& alone, const Timing& chosen) {
  if (RankIn(MPI_COMM_WORLD) != 0) return;
  std::printf("%-18s%10.4f s%12.4f s%8.2f%12.2f%%%14.2f  %s\n", network, alone.seconds,
              chosen.seconds, alone.seconds / chosen.seconds,
              100 * WorstDifference(alone.pairs, chosen.pairs), chosen.pairs.worst_ratio,
              chosen.pairs.parallel ? "parallel" : "in turn");
}

/// o_s + L + o_r, and 16 bytes of envelope in front of the message at 1.25 GB/s, there and back.
constexpr double kRoundTrip = 2 * (2e-6 + 10e-6 + (4096 + 16) / 1.25e9 + 2e-6);

void ExpectTimes(const AllPairs& pairs) {
  ASSERT_EQ(pairs.times.size(), 120u);
  for (std::size_t i = 0; i < pairs.times.size(); ++i) {
    EXPECT_NEAR(pairs.times[i].count() / kRoundTrip, 1, 0.01) << "pair " << i;
    EXPECT_EQ(pairs.repetitions[i], 100);
    EXPECT_LT(pairs.errors[i], 0.01);
  }
}

TEST(AllPairsOnASwitch, AreTimedAtTheSameTimeAndTakeASeventh) {
  const Timing alone = TimeAll({.parallel = false});
  const Timing chosen = TimeAll({});
  PrintRow("switch", alone, chosen);
  EXPECT_FALSE(alone.pairs.parallel);
  EXPECT_TRUE(chosen.pairs.parallel);
  EXPECT_GE(alone.seconds / chosen.seconds, 7);
  EXPECT_LT(WorstDifference(alone.pairs, chosen.pairs), 0.01);
  EXPECT_LE(chosen.pairs.worst_ratio, 1.01);
  ExpectTimes(alone.pairs);
}

TEST(AllPairsOnAHub, DisturbEachOtherAndAreTimedInTurn) {
  const Timing alone = TimeAll({.parallel = false});
  const Timing chosen = TimeAll({});
  PrintRow("hub", alone, chosen);
  EXPECT_FALSE(chosen.pairs.parallel);
  // Eight messages at a time take eight times as long on the medium when they coincide.
  EXPECT_GT(chosen.pairs.worst_ratio, 1.5);
  EXPECT_LT(chosen.pairs.worst_ratio, 8);
  EXPECT_EQ(chosen.pairs.worst_pair.to.size(), 1u);
  EXPECT_LT(WorstDifference(alone.pairs, chosen.pairs), 0.01);
  ExpectTimes(chosen.pairs);
  // Without the check, the times would be wrong.
  const Timing careless = TimeAll({.most_interference = 100});
  EXPECT_TRUE(careless.pairs.parallel);
  EXPECT_GT(WorstDifference(alone.pairs, careless.pairs), 0.5);
  PrintRow("hub, allowing it", alone, careless);
}

}  // namespace
}  // namespace colltune::measure
