#include "models/simulator/fair_sharing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace colltune::models {
namespace {

using testing::DoubleEq;

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

Route Over(std::initializer_list<std::int32_t> links) {
  Route route;
  for (const std::int32_t link : links) {
    route.links[static_cast<std::size_t>(route.count++)] = link;
  }
  return route;
}

// The example of Bertsekas & Gallager, "Data Networks", section 6.5.2, in its form. Three flows
// cross the first link, of 1, and get a third each. One of them also crosses a second link of 1,
// with another flow, which gets the 2/3 that are left.
TEST(FairSharing, GivesWhatASlowFlowLeavesToTheOthers) {
  const double capacities[] = {1, 1};
  FairSharing sharing(capacities);
  const auto a = sharing.Add(Over({0}), kUnlimited);
  const auto b = sharing.Add(Over({0}), kUnlimited);
  const auto both = sharing.Add(Over({0, 1}), kUnlimited);
  const auto other = sharing.Add(Over({1}), kUnlimited);
  EXPECT_EQ(a, b) << "flows alike";
  EXPECT_EQ(sharing.Update().size(), 3U);
  EXPECT_THAT(sharing.Rate(a), DoubleEq(1.0 / 3));
  EXPECT_THAT(sharing.Rate(b), DoubleEq(1.0 / 3));
  EXPECT_THAT(sharing.Rate(both), DoubleEq(1.0 / 3));
  EXPECT_THAT(sharing.Rate(other), DoubleEq(2.0 / 3));

  sharing.Remove(a);
  sharing.Update();
  EXPECT_THAT(sharing.Rate(b), DoubleEq(0.5));
  EXPECT_THAT(sharing.Rate(both), DoubleEq(0.5));
  EXPECT_THAT(sharing.Rate(other), DoubleEq(0.5));
}

// A link of 10 with one flow limited to 1, another limited to 4, and two unlimited: the last three
// get 3 each. After one leaves, two could have 4.5: the second takes its 4, and the third the other
// 5.
TEST(FairSharing, KeepsFlowsBelowTheirOwnMost) {
  const double capacities[] = {10};
  FairSharing sharing(capacities);
  const auto one = sharing.Add(Over({0}), 1);
  const auto four = sharing.Add(Over({0}), 4);
  const auto rest = sharing.Add(Over({0}), kUnlimited);
  sharing.Add(Over({0}), kUnlimited);
  sharing.Update();
  EXPECT_EQ(sharing.Rate(one), 1);
  EXPECT_EQ(sharing.Rate(four), 3);
  EXPECT_EQ(sharing.Rate(rest), 3);
  sharing.Remove(rest);
  sharing.Update();
  EXPECT_EQ(sharing.Rate(four), 4);
  EXPECT_EQ(sharing.Rate(rest), 5);
}

// On a link of 12, a flow of weight 3 gets three times as much as a flow of weight 1, up to its
// limit.
TEST(FairSharing, GivesByWeight) {
  const double capacities[] = {12};
  FairSharing sharing(capacities);
  const auto light = sharing.Add(Over({0}), kUnlimited);
  const auto heavy = sharing.Add(Over({0}), kUnlimited, 3);
  sharing.Update();
  EXPECT_EQ(sharing.Rate(light), 3);
  EXPECT_EQ(sharing.Rate(heavy), 9);
  sharing.Remove(heavy);
  const auto limited = sharing.Add(Over({0}), 6, 3);
  sharing.Update();
  EXPECT_EQ(sharing.Rate(light), 6);
  EXPECT_EQ(sharing.Rate(limited), 6);
}

// Links in another order, a number that was used before.
TEST(FairSharing, KnowsFlowsAlike) {
  const double capacities[] = {6, 6};
  FairSharing sharing(capacities);
  const auto gone = sharing.Add(Over({0}), kUnlimited);
  sharing.Remove(gone);
  const auto both = sharing.Add(Over({0, 1}), kUnlimited);
  EXPECT_EQ(sharing.Add(Over({1, 0}), kUnlimited), both);
  const auto limited = sharing.Add(Over({0, 1}), 1);
  EXPECT_NE(limited, both);
  EXPECT_NE(sharing.Add(Over({0, 1}), kUnlimited, 2), both);
  sharing.Update();
  EXPECT_EQ(sharing.Rate(limited), 1);
  EXPECT_DOUBLE_EQ(sharing.Rate(both), (6.0 - 1) / (1 + 1 + 2));
}

// Only flows that share links with the change are visited.
TEST(FairSharing, LeavesOthersAlone) {
  const double capacities[] = {1, 1};
  FairSharing sharing(capacities);
  sharing.Add(Over({0}), kUnlimited);
  sharing.Update();
  const auto other = sharing.Add(Over({1}), kUnlimited);
  EXPECT_THAT(sharing.Update(), testing::ElementsAre(other));
  EXPECT_TRUE(sharing.Update().empty());
}

struct Known {
  FairSharing::Bundle bundle = 0;
  Route route;
  double most;
  double weight;
};

// Max-min fairness: every flow has its limit, or crosses a full link on which no flow has more for
// its weight. Flows come and go, so that an incomplete update would show.
TEST(FairSharing, IsFairAfterAnyChange) {
  EXPECT_TRUE(rc::check([] {
    constexpr double kRounding = 1e-9;
    const auto links = *rc::gen::inRange<std::int32_t>(1, 8);
    std::vector<double> capacities;
    for (int i = 0; i < links; ++i) capacities.push_back(*rc::gen::inRange(1, 20));
    FairSharing sharing(capacities);
    std::vector<Known> flows;
    const int changes = *rc::gen::inRange(1, 30);
    for (int change = 0; change < changes; ++change) {
      if (!flows.empty() && *rc::gen::inRange(0, 3) == 0) {
        const auto gone = std::next(flows.begin(), *rc::gen::inRange<long>(0, std::ssize(flows)));
        sharing.Remove(gone->bundle);
        flows.erase(gone);
      } else {
        Known flow{.bundle = 0,
                   .route = {},
                   .most = *rc::gen::inRange(0, 2) ? *rc::gen::inRange(1, 9) : 1e300,
                   .weight = static_cast<double>(*rc::gen::inRange(1, 4))};
        const auto first = *rc::gen::inRange<std::int32_t>(0, links);
        const auto end = std::min(links, first + *rc::gen::inRange<std::int32_t>(1, 4));
        for (std::int32_t link = first; link < end; ++link) {
          flow.route.links[static_cast<std::size_t>(flow.route.count++)] = link;
        }
        flow.bundle = sharing.Add(flow.route, flow.most, flow.weight);
        flows.push_back(flow);
      }
      if (*rc::gen::inRange(0, 4) > 0) sharing.Update();
    }
    sharing.Update();
    std::vector<double> used(capacities.size());
    std::vector<double> most(capacities.size());  // for a weight of 1
    for (const Known& flow : flows) {
      for (int i = 0; i < flow.route.count; ++i) {
        const auto link = static_cast<std::size_t>(flow.route.links[static_cast<std::size_t>(i)]);
        used[link] += sharing.Rate(flow.bundle);
        most[link] = std::max(most[link], sharing.Rate(flow.bundle) / flow.weight);
      }
    }
    for (std::size_t link = 0; link < used.size(); ++link) {
      RC_ASSERT(used[link] <= capacities[link] * (1 + kRounding));
    }
    for (const Known& flow : flows) {
      const double rate = sharing.Rate(flow.bundle);
      RC_ASSERT(rate <= flow.most);
      bool is_bound = rate == flow.most;
      for (int i = 0; i < flow.route.count; ++i) {
        const auto link = static_cast<std::size_t>(flow.route.links[static_cast<std::size_t>(i)]);
        is_bound |= used[link] >= capacities[link] * (1 - kRounding) &&
                    rate / flow.weight >= most[link] * (1 - kRounding);
      }
      RC_ASSERT(is_bound);
    }
  }));
}

}  // namespace
}  // namespace colltune::models
