// What is claimed of the schemes, in virtual time with wrong clocks: see clock_sync_table.cc for
// more of the same.
#include <gtest/gtest.h>

#include "tests/measure/clock_sync_bench.h"

namespace colltune {
namespace {

SyncQuality Try(std::string_view scheme) {
  return Try(*FindClockSync(scheme), SyncOptions(), MPI_COMM_WORLD);
}

// P - 1 pairs in a row against ceil(log2 P): 127 / 7 = 18 for 128 ranks, less what ranks that
// measure at the same time wait for the one that needs most exchanges.
TEST(ClockSyncClaims, TheTreeIsFourteenTimesCheaperThanLinear) {
  if (SizeOf(MPI_COMM_WORLD) < 128) GTEST_SKIP() << "the claim is about 128 ranks";
  const SyncQuality tree = Try("tree");
  const SyncQuality linear = Try("linear");
  EXPECT_GE(linear.cost / tree.cost, 14);
  EXPECT_LT(tree.errors.front(), linear.errors.front());
  EXPECT_EQ(tree.violations, 0);
  EXPECT_EQ(linear.violations, 0);
}

TEST(ClockSyncClaims, InterpolatedIsWithinTwoMicrosecondsForTenSeconds) {
  const SyncQuality interpolated = Try("interpolated");
  EXPECT_LT(interpolated.WorstError(), Seconds(2e-6));
  EXPECT_EQ(interpolated.violations, 0);
}

// HCA3 takes 500 points with gaps of 1 ms, pair after pair of a way down the tree, at any number
// of ranks: its share of the cost is as large at 16 as at 128.
TEST(ClockSyncClaims, InterpolatedCostsATenthOfHca3OfLikeAccuracy) {
  if (SizeOf(MPI_COMM_WORLD) > 16) GTEST_SKIP() << "a million messages";
  const SyncQuality interpolated = Try("interpolated");
  const SyncQuality hca3 = Try("hca3");
  EXPECT_LT(interpolated.cost, hca3.cost / 10);
  EXPECT_LT(interpolated.WorstError(), hca3.WorstError());
  EXPECT_LT(hca3.WorstError(), Seconds(2e-6));  // like accuracy
  EXPECT_EQ(hca3.violations, 0);
}

}  // namespace
}  // namespace colltune
