#include "tuner/problem/job_places.h"

#include <gtest/gtest.h>

#include <vector>

namespace colltune::tune {
namespace {

/// Four ranks on hosts of their own, two on each site.
const std::vector<measure::Place> kPlaces = {{"a", 0}, {"b", 0}, {"c", 0}, {"d", 0}};
const std::vector<int> kNodes = {0, 1, 2, 3};

Machine MachineOn(int second_site) {
  Machine machine{{}, EdgeCosts(2, {Bytes{1}})};
  machine.hosts = {{"a", {0, 0}}, {"b", {0, 0}}, {"c", {1, second_site}}, {"d", {0, second_site}}};
  return machine;
}

DecisionTable Keyed(int second_site) {
  JobPlaces places(kPlaces, Nodes(kNodes));
  places.Use(MachineOn(second_site));
  DecisionTable table = {
      {{Collective::kBcast, RegionOf(2, 1), {}}, {Collective::kBcast, RegionOf(4, 1), {}}}};
  KeyByPlacement(table, places);
  return table;
}

TEST(JobPlaces, KeyRowsByTheSitesOfTheirRanks) {
  EXPECT_EQ(Keyed(7).rows[0].placement.sites, 1);
  EXPECT_EQ(Keyed(7).rows[1].placement.sites, 2);
  for (const Row& row : Keyed(0).rows) EXPECT_EQ(row.placement, Placement{});
}

TEST(JobPlaces, KeyRowsByTheOrderInWhichRanksAreOnNodes) {
  const std::vector<measure::Place> in_turn = {{"a", 0}, {"b", 0}, {"a", 0}, {"b", 0}};
  const std::vector<int> nodes = {0, 1, 0, 1};
  JobPlaces places(in_turn, Nodes(nodes));
  places.Use(MachineOn(0));
  DecisionTable table = {
      {{Collective::kBcast, RegionOf(2, 1), {}}, {Collective::kBcast, RegionOf(4, 2), {}}}};
  KeyByPlacement(table, places);
  EXPECT_EQ(table.rows[0].placement, Placement{});
  EXPECT_EQ(table.rows[1].placement, (Placement{0, Mapping::kCyclic}));
}

TEST(JobPlaces, KindsOfHostsDifferInSites) {
  EXPECT_EQ(KindsOfHosts(MachineOn(0)), 2);
  EXPECT_EQ(KindsOfHosts(MachineOn(7)), 3);
}

}  // namespace
}  // namespace colltune::tune
