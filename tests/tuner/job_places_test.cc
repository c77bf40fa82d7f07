#include "tuner/problem/job_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// Four ranks on hosts of their own, two on each site.
const std::vector<measure::Place> kPlaces = {{"a", 0}, {"b", 0}, {"c", 0}, {"d", 0}};
const std::vector<int> kNodes = {0, 1, 2, 3};

Machine MachineOn(int second_site) {
  Machine machine{{}, EdgeCosts(2, {Bytes{1}})};
  machine.hosts = {{"a", {0, 0}}, {"b", {0, 0}}, {"c", {1, second_site}}, {"d", {0, second_site}}};
  return machine;
}

/// Two hosts of four ranks.
JobPlaces OnTwoHosts(Machine machine) {
  const std::vector<measure::Place> ranks = {{"a", 0}, {"a", 0}, {"a", 0}, {"a", 0},
                                             {"b", 0}, {"b", 0}, {"b", 0}, {"b", 0}};
  JobPlaces places(ranks, Nodes(std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1}));
  places.Use(std::move(machine));
  return places;
}

JobPlaces PlacesOn(int second_site) {
  JobPlaces places(kPlaces, Nodes(kNodes));
  places.Use(MachineOn(second_site));
  return places;
}

TEST(PlacementOf, HasTheSitesOfItsRanks) {
  EXPECT_EQ(PlacementOf(PlacesOn(7), {2, 1}).sites, 1);
  EXPECT_EQ(PlacementOf(PlacesOn(7), {4, 1}).sites, 2);
  EXPECT_EQ(PlacementOf(PlacesOn(0), {4, 1}), Placement{});
}

TEST(PlacementOf, HasTheOrderInWhichRanksAreOnNodes) {
  const std::vector<measure::Place> in_turn = {{"a", 0}, {"b", 0}, {"a", 0}, {"b", 0}};
  const std::vector<int> nodes = {0, 1, 0, 1};
  JobPlaces places(in_turn, Nodes(nodes));
  places.Use(MachineOn(0));
  EXPECT_EQ(PlacementOf(places, {2, 1}), Placement{});
  EXPECT_EQ(PlacementOf(places, {4, 2}), (Placement{0, Mapping::kCyclic}));
}

// Hosts a and c are on one site, b and d on the other.
TEST(LayoutOn, IsOfEverySecondNodeWhereNoneThatFollowOneAnotherAreOnSoManySites) {
  Machine machine = MachineOn(0);
  machine.hosts.at("b").site = 7;
  machine.hosts.at("d").site = 7;
  JobPlaces places(kPlaces, Nodes(kNodes));
  places.Use(std::move(machine));
  EXPECT_EQ(LayoutOn(places, 2, 1, 1), (Layout{2, 1, {4, 1, 1, 2}})) << "ranks 1 and 3";
}

// Jobs of four ranks have the rows 0 1 and 2 3, and the columns 0 2 and 1 3.
TEST(LayoutsAlike, AreTheOtherRowsAndColumnsOnAsManySites) {
  const std::vector<Layout> two = {{2, 1}};
  const JobPlaces one_site = PlacesOn(0);
  EXPECT_THAT(LayoutsAlike(one_site, two, SiblingTiming::kTogether),
              ElementsAre(Pair(Layout{2, 1},
                               ElementsAre(Layout{2, 1, {4, 1, 0, 2}}, Layout{2, 1, {4, 1, 1, 2}},
                                           Layout{2, 1, {4, 1, 2, 1}}))));
  // Between the columns' ranks is the line of the sites.
  const JobPlaces two_sites = PlacesOn(7);
  EXPECT_THAT(LayoutsAlike(two_sites, two, SiblingTiming::kTogether),
              ElementsAre(Pair(Layout{2, 1}, ElementsAre(Layout{2, 1, {4, 1, 2, 1}}))));
}

TEST(LayoutsAlike, LeavesOutLayoutsThatNothingElseIsLike) {
  EXPECT_THAT(LayoutsAlike(PlacesOn(0), std::vector<Layout>{{4, 1}}, SiblingTiming::kTogether),
              IsEmpty());
}

// Two nodes of four ranks. Ranks 0 4 are COMM_WORLD of a job with one on each, and a column of jobs
// of two or four on each: in the first beside 1 5, in the other beside 2 6 and 3 7, too.
TEST(LayoutsAlike, HaveTheSiblingsOfTheirJobs) {
  const JobPlaces places = OnTwoHosts(MachineOn(0));
  const std::vector<Layout> one_each = {{2, 1}};
  EXPECT_THAT(LayoutsAlike(places, one_each, SiblingTiming::kTogether).at({2, 1}),
              ElementsAre(Layout{2, 1, {2, 2, 0, 2}, 2}, Layout{2, 1, {2, 2, 1, 2}, 2},
                          Layout{2, 1, {2, 4, 3, 4}, 4}));
  EXPECT_THAT(LayoutsAlike(places, one_each, SiblingTiming::kAlone).at({2, 1}),
              ElementsAre(Layout{2, 1, {2, 2, 1, 2}}, Layout{2, 1, {2, 4, 2, 4}},
                          Layout{2, 1, {2, 4, 3, 4}}));
}

// Hosts a and b are on one site, c and d on the other.
TEST(LayoutOn, IsOfTheFirstRanksThatAreOnSoManySites) {
  const JobPlaces places = PlacesOn(7);
  EXPECT_EQ(LayoutOn(places, 2, 1, 1), (Layout{2, 1}));
  EXPECT_EQ(LayoutOn(places, 2, 1, 2), (Layout{2, 1, {4, 1, 1, 1}})) << "ranks 1 and 2";
  EXPECT_EQ(LayoutOn(places, 3, 1, 2), (Layout{3, 1}));
  EXPECT_EQ(LayoutOn(places, 3, 1, 1), std::nullopt);
  EXPECT_EQ(LayoutOn(places, 2, 1, 3), std::nullopt);
}

// A grid of 2 x 2 of 4 ranks has columns on two sites: one of the five communicators that a job of
// this size makes.
TEST(LayoutsOnSites, KeepColumnsAcrossSitesApart) {
  const auto shares = LayoutsOnSites(PlacesOn(7));
  EXPECT_EQ(shares.size(), 4u);
  const double jobs = std::log(3.0 / 2) + std::log(4.0 / 3) + std::log(5.0 / 4);
  EXPECT_NEAR(shares.at({2, 1, {4, 1, 1, 1}}), std::log(5.0 / 4) / 5 / jobs, 1e-12);
  EXPECT_NEAR(shares.at({3, 1}), std::log(4.0 / 3) / jobs, 1e-12);
}

std::vector<RootGroup> GroupsOn(int second_site, const Layout& layout) {
  JobPlaces places(kPlaces, Nodes(kNodes));
  places.Use(MachineOn(second_site));
  return RootGroupsOf(places, layout);
}

// Hosts a, b and d are alike on one site; c is of another kind.
TEST(RootGroups, AreOfHostsThatAreAlike) {
  const std::vector<RootGroup> groups = GroupsOn(0, {4, 1});
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[0], (RootGroup{0, {{0, 0}}}));
  EXPECT_EQ(groups[1], (RootGroup{3, {}})) << "1 and 3, the most ranges, go without names";
  EXPECT_EQ(groups[2], (RootGroup{2, {{2, 2}}}));
  EXPECT_EQ(GroupsOn(7, {4, 1}).size(), 4u) << "d is on another site";
}

// The middle one of the roots 1 to 7 is the first on its host: a binomial tree from it sends as few
// messages between hosts as one from rank 0.
TEST(RootGroups, AreMeasuredAtARootAmidItsHost) {
  Machine machine = MachineOn(0);
  machine.costs.Of(Nearness::kHost, 0, 0, 0).there = 1e-6;
  const std::vector<RootGroup> groups = RootGroupsOf(OnTwoHosts(std::move(machine)), {8, 4});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[1], (RootGroup{5, {}}));
}

// Hosts a and b are on one site, c and d on the other, all of one kind.
TEST(RootGroups, AreMeasuredAtARootAmidItsSite) {
  Machine machine = MachineOn(7);
  machine.hosts.at("c").kind = 0;
  JobPlaces places(kPlaces, Nodes(kNodes));
  places.Use(std::move(machine));
  const std::vector<RootGroup> groups = RootGroupsOf(places, {4, 1});
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[2].measured, 3);
}

TEST(RootGroups, AreOneOnLikeHosts) {
  EXPECT_EQ(GroupsOn(0, {2, 1}), std::vector<RootGroup>{RootGroup{}});
}

}  // namespace
}  // namespace colltune::tune
