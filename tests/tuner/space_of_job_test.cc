#include "tuner/session/space_of_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace colltune::tune {
namespace {

using testing::ElementsAre;

/// Two nodes of four ranks.
SearchSpace Space(SiblingTiming siblings, std::vector<int> ranks) {
  TuneRequest request;
  request.ranks = std::move(ranks);
  request.siblings = siblings;
  return SpaceOn(Nodes(std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1}), request, TimingModel::kExact);
}

TEST(SpaceOn, GivesLayoutsOfAPartOfEachNodeTheirSiblings) {
  EXPECT_THAT(Space(SiblingTiming::kTogether, {2, 3, 8}).layouts,
              ElementsAre(Layout{2, 1, {}, 4}, Layout{2, 2, {}, 2}, Layout{3, 3}, Layout{8, 4}));
  EXPECT_THAT(Space(SiblingTiming::kAlone, {2, 3, 8}).layouts,
              ElementsAre(Layout{2, 1}, Layout{2, 2}, Layout{3, 3}, Layout{8, 4}));
}

TEST(SpaceOn, GivesLayoutsBetweenTheSiblingsOfTheirNeighbours) {
  TuneRequest request;
  const std::vector<int> one_more = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  std::vector<int> two_each;
  for (const int node : one_more) two_each.insert(two_each.end(), 2, node);
  const SearchSpace space = SpaceOn(Nodes(two_each), request, TimingModel::kExact);
  ASSERT_FALSE(space.between.empty());
  for (const auto& [layout, low, high] : space.between) {
    EXPECT_EQ(layout.siblings, layout.ranks_per_node == 1 ? 2 : 1);
    EXPECT_THAT(space.layouts, testing::Contains(low));
    EXPECT_THAT(space.layouts, testing::Contains(high));
  }
}

}  // namespace
}  // namespace colltune::tune
