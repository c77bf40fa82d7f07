// Number of messages and repetitions that fit into a time: expected values by hand.
#include "measure/network/repetition_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <numeric>

namespace colltune::measure {
namespace {

TEST(RepetitionsWithin, AreAsManyAsFitButSix) {
  EXPECT_EQ(RepetitionsWithin(Seconds(1), Seconds(0.01), 20), 20);
  EXPECT_EQ(RepetitionsWithin(Seconds(1), Seconds(0.1), 20), 10);
  EXPECT_EQ(RepetitionsWithin(Seconds(1), Seconds(0.15), 20), 6);
  EXPECT_EQ(RepetitionsWithin(Seconds(1), Seconds(10), 20), 6);
  EXPECT_EQ(RepetitionsWithin(Seconds(-1), Seconds(0.01), 20), 6) << "no time left";
  EXPECT_EQ(RepetitionsWithin(Seconds(1), Seconds(0), 20), 20) << "a coarse clock";
}

TEST(RepetitionsWithin, AreNeverMoreThanAskedFor) {
  EXPECT_EQ(RepetitionsWithin(Seconds(1), Seconds(10), 3), 3);
  EXPECT_EQ(RepetitionsWithin(kUnlimited, Seconds(10), 20), 20);
}

// Six repetitions and one before them.
TEST(MessagesWithin, FillSevenRowsButAreTwoAtLeast) {
  EXPECT_EQ(MessagesWithin(Seconds(7.1), Seconds(0.17), 10), 5);
  EXPECT_EQ(MessagesWithin(Seconds(7), Seconds(0.01), 10), 10);
  EXPECT_EQ(MessagesWithin(Seconds(1), Seconds(0.09), 10), 2);
  EXPECT_EQ(MessagesWithin(Seconds(0), Seconds(0.09), 10), 2);
}

TEST(ShareOfFirst, IsInProportionToTheWeights) {
  EXPECT_DOUBLE_EQ(ShareOfFirst(Seconds(10), std::array{6.0, 1.0, 3.0}).count(), 6);
  EXPECT_DOUBLE_EQ(ShareOfFirst(Seconds(10), std::array{1.0, 3.0}).count(), 2.5);
  EXPECT_DOUBLE_EQ(ShareOfFirst(Seconds(10), std::array{3.0}).count(), 10);
  EXPECT_EQ(ShareOfFirst(Seconds(-2), std::array{6.0, 1.0}), Seconds(0));
  EXPECT_EQ(ShareOfFirst(kUnlimited, std::array{6.0, 1.0}), kUnlimited);
}

TEST(SpreadOrder, HalvesWhatItHasNotVisited) {
  EXPECT_THAT(SpreadOrder(8), testing::ElementsAre(0, 4, 2, 6, 1, 5, 3, 7));
  EXPECT_THAT(SpreadOrder(5), testing::ElementsAre(0, 4, 2, 1, 3));
  EXPECT_THAT(SpreadOrder(1), testing::ElementsAre(0));
  EXPECT_TRUE(SpreadOrder(0).empty());
}

TEST(SpreadOrder, HasEachOnce) {
  for (std::size_t n = 0; n < 40; ++n) {
    std::vector<std::size_t> all(n);
    std::iota(all.begin(), all.end(), std::size_t{0});
    EXPECT_THAT(SpreadOrder(n), testing::UnorderedElementsAreArray(all));
  }
}

}  // namespace
}  // namespace colltune::measure
