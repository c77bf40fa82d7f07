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

// 12 nodes of 2: one rank on each has a sibling on all of them.
TEST(SpaceOn, HasTheCommunicatorsThatApplicationsMake) {
  std::vector<int> two_each;
  for (int node = 0; node < 12; ++node) two_each.insert(two_each.end(), 2, node);
  const SearchSpace space = SpaceOn(Nodes(two_each), TuneRequest(), TimingModel::kExact);
  EXPECT_THAT(space.layouts, testing::Contains(Layout{24, 2}));
  EXPECT_THAT(space.layouts, testing::Contains(Layout{12, 1, {}, 2}));
  double sum = 0;
  for (const Layout& layout : space.layouts) {
    EXPECT_EQ(layout.siblings, layout.ranks_per_node == 1 ? 2 : 1);
    sum += space.shares.at(layout);
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

}  // namespace
}  // namespace colltune::tune
