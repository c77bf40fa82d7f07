#include "tuner/session/space_of_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace colltune::tune {
namespace {

using testing::ElementsAre;

/// Two nodes of eight ranks.
SearchSpace Space(SiblingTiming siblings, std::vector<int> ranks) {
  TuneRequest request;
  request.ranks = std::move(ranks);
  request.siblings = siblings;
  std::vector<int> two_of_eight(16, 0);
  std::fill(two_of_eight.begin() + 8, two_of_eight.end(), 1);
  return SpaceOn(Nodes(two_of_eight), request, TimingModel::kExact);
}

// Jobs of four or two on each node have such columns of two, three or one beside them.
TEST(SpaceOn, GivesLayoutsOfAPartOfEachNodeTheirSiblings) {
  EXPECT_THAT(Space(SiblingTiming::kTogether, {2, 16}).layouts,
              ElementsAre(Layout{2, 1, {}, 4}, Layout{2, 2}, Layout{16, 8}));
  EXPECT_THAT(Space(SiblingTiming::kAlone, {2, 16}).layouts,
              ElementsAre(Layout{2, 1}, Layout{2, 2}, Layout{16, 8}));
}

// 12 nodes of 2.
TEST(SpaceOn, HasTheCommunicatorsThatApplicationsMake) {
  std::vector<int> two_each;
  for (int node = 0; node < 12; ++node) two_each.insert(two_each.end(), 2, node);
  const SearchSpace space = SpaceOn(Nodes(two_each), TuneRequest(), TimingModel::kExact);
  EXPECT_THAT(space.layouts, testing::Contains(Layout{24, 2}));
  EXPECT_THAT(space.layouts, testing::Contains(Layout{12, 1})) << "COMM_WORLD of one on each";
  double sum = 0;
  for (const Layout& layout : space.layouts) {
    EXPECT_LE(layout.siblings * layout.ranks_per_node, 2);
    sum += space.shares.at(layout);
  }
  EXPECT_NEAR(sum, 1, 1e-9);
}

}  // namespace
}  // namespace colltune::tune
