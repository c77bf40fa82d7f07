// Trees of hosts: groups, and groups of groups, from latencies and byte times alone.
#include "models/features/host_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "models/features/envelope.h"

namespace colltune::models {
namespace {

using testing::ElementsAre;

constexpr double kTolerance = 1e-3;

/// Latencies in us: each host's own, and those of the groups on the way.
struct Machine {
  std::vector<int> rack;     // of each host
  std::vector<double> host;  // own latency
  std::vector<double> up;    // of each rack
  std::vector<int> site;     // of each rack
  double between_sites = 0;

  std::size_t hosts() const { return rack.size(); }

  double Latency(std::size_t i, std::size_t j) const {
    const auto a = static_cast<std::size_t>(rack[i]);
    const auto b = static_cast<std::size_t>(rack[j]);
    return host[i] + host[j] + (a == b ? 0 : up[a] + up[b]) +
           (site[a] == site[b] ? 0 : between_sites);
  }
};

PairMatrix LatenciesOf(const Machine& machine) {
  PairMatrix all(machine.hosts());
  for (std::size_t i = 0; i < machine.hosts(); ++i) {
    for (std::size_t j = i + 1; j < machine.hosts(); ++j) all.Set(i, j, machine.Latency(i, j));
  }
  return all;
}

HostTree TreeOf(const Machine& machine) {
  return FindHostTree({LatenciesOf(machine), PairMatrix(machine.hosts())}, kTolerance);
}

TEST(HostTree, HasOneGroupOfUnlikeHostsOnOneSwitch) {
  const HostTree tree = TreeOf({{0, 0, 0, 0, 0}, {1, 9, 2, 30, 4}, {0}, {0}});
  EXPECT_THAT(tree.group_of, ElementsAre(0, 0, 0, 0, 0));
  EXPECT_THAT(tree.parent, ElementsAre(-1));
}

TEST(HostTree, FindsRacksOfUnlikeHostsInAnyOrder) {
  const HostTree tree =
      TreeOf({{0, 1, 0, 2, 1, 2, 2}, {5, 1, 20, 3, 9, 2, 4}, {2, 1, 3}, {0, 0, 0}});
  EXPECT_THAT(tree.group_of, ElementsAre(0, 1, 0, 2, 1, 2, 2));
  EXPECT_THAT(tree.parent, ElementsAre(3, 3, 3, -1));
}

TEST(HostTree, FindsSitesOfRacks) {
  const HostTree tree = TreeOf({.rack = {0, 0, 1, 1, 2, 2, 3, 3, 3},
                                .host = {5, 6, 5, 7, 5, 5, 5, 9, 5},
                                .up = {2, 2, 3, 1},
                                .site = {0, 0, 1, 1},
                                .between_sites = 5000});
  EXPECT_THAT(tree.group_of, ElementsAre(0, 0, 1, 1, 2, 2, 3, 3, 3));
  EXPECT_THAT(tree.parent, ElementsAre(4, 4, 5, 5, 6, 6, -1));
}

// Latencies say nothing of the racks; a slow line between them does.
TEST(HostTree, HasNoGroupOfOneOther) {
  // The third site has one rack, which is the site.
  const HostTree tree = TreeOf({{0, 0, 1, 1, 2, 2, 3, 3, 4, 4},
                                {1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
                                {2, 1, 3, 2, 1},
                                {0, 0, 1, 1, 2},
                                50});
  EXPECT_THAT(tree.group_of, ElementsAre(0, 0, 1, 1, 2, 2, 3, 3, 4, 4));
  EXPECT_THAT(tree.parent, ElementsAre(5, 5, 6, 6, 7, 7, 7, -1));
}

TEST(HostTree, TakesByteTimesWhereLatenciesAreAlike) {
  PairMatrix latency(6);
  PairMatrix byte_time(6);
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = i + 1; j < 6; ++j) {
      latency.Set(i, j, 10);
      byte_time.Set(i, j, i / 3 == j / 3 ? 0.8 : 8);
    }
  }
  EXPECT_THAT(FindHostTree({latency, byte_time}, kTolerance).group_of,
              ElementsAre(0, 0, 0, 1, 1, 1));
  // A slow host is not a group: its own link explains all of its byte times.
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = i + 1; j < 6; ++j) byte_time.Set(i, j, j == 5 ? 8 : 0.8);
  }
  EXPECT_THAT(FindHostTree({latency, byte_time}, kTolerance).group_of,
              ElementsAre(0, 0, 0, 0, 0, 0));
}

TEST(HostTree, TellsNoiseFromGroups) {
  const Machine machine{{0, 0, 0, 1, 1, 1}, {5, 5, 5, 5, 5, 5}, {10, 10}, {0, 0}};
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> noise(0.98, 1.02);
  PairMatrix latency = LatenciesOf(machine);
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = i + 1; j < 6; ++j) latency.Set(i, j, latency.At(i, j) * noise(random));
  }
  const PairMatrix unknown(6);
  EXPECT_THAT(FindHostTree({latency, unknown}, 0.1).group_of, ElementsAre(0, 0, 0, 1, 1, 1));
  EXPECT_THAT(FindHostTree({latency, unknown}, 2).group_of, ElementsAre(0, 0, 0, 0, 0, 0));
}

// The racks of a site are told apart by what is near, though the other site is 200 times as far.
TEST(HostTree, FindsRacksOfSitesThatAreFar) {
  const HostTree tree = TreeOf({.rack = {0, 0, 1, 1, 2, 2},
                                .host = {5, 6, 5, 7, 5, 5},
                                .up = {0.3, 0.2, 1},
                                .site = {0, 0, 1},
                                .between_sites = 2400});
  EXPECT_THAT(tree.group_of, ElementsAre(0, 0, 1, 1, 2, 2));
}

// Hosts 0, 2 and 4 have fast links, and a slow line is between the racks.
TEST(Envelope, IsWhatMakesSiblingsOfUnlikeHosts) {
  const Machine machine{{0, 0, 0, 1, 1, 1}, {5, 6, 7, 8, 9, 10}, {20, 10}, {0, 0}};
  PairMatrix latency(6);
  PairMatrix byte_time(6);
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = i + 1; j < 6; ++j) {
      const double slowest = std::max(i % 2 == 0 ? 1e-3 : 8e-3, j % 2 == 0 ? 1e-3 : 8e-3);
      byte_time.Set(i, j, i / 3 == j / 3 ? slowest : std::max(slowest, 2e-3));
      latency.Set(i, j, machine.Latency(i, j) + 42 * byte_time.At(i, j));
    }
  }
  EXPECT_EQ(FindEnvelope(latency, byte_time, 1e-3), 42);
  PairMatrix alike(6);
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = i + 1; j < 6; ++j) alike.Set(i, j, 1e-3);
  }
  EXPECT_EQ(FindEnvelope(latency, alike, 1e-3), 0);
}

// Without siblings there is one group: the model is then as good as lmo.
TEST(HostTree, HasOneGroupWhereNoTwoHostsAreSiblings) {
  PairMatrix latency(4);
  latency.Set(0, 1, 10);
  latency.Set(0, 2, 17);
  latency.Set(0, 3, 31);
  latency.Set(1, 2, 43);
  latency.Set(1, 3, 29);
  latency.Set(2, 3, 53);
  EXPECT_THAT(FindHostTree({latency, PairMatrix(4)}, kTolerance).group_of, ElementsAre(0, 0, 0, 0));
  EXPECT_THAT(FindHostTree({PairMatrix(1), PairMatrix(1)}, kTolerance).group_of, ElementsAre(0));
}

// Six pairs of the fifteen: those of each host with the first of each rack.
TEST(HostTree, GoesOnWithoutSomePairs) {
  const Machine machine{{0, 0, 0, 1, 1, 1}, {5, 6, 7, 8, 9, 10}, {20, 10}, {0, 0}};
  PairMatrix latency(6);
  for (std::size_t i = 0; i < 6; ++i) {
    for (const std::size_t j : {0U, 3U}) {
      if (i != j) latency.Set(i, j, machine.Latency(i, j));
    }
  }
  EXPECT_THAT(FindHostTree({latency, PairMatrix(6)}, kTolerance).group_of,
              ElementsAre(0, 0, 0, 1, 1, 1));
}

// Only the pairs within the racks, and one between them or none.
TEST(HostTree, SeparatesHostsWithoutAPairThatJoinsThem) {
  const Machine machine{{0, 0, 0, 1, 1, 1}, {5, 6, 7, 8, 9, 10}, {20, 10}, {0, 0}};
  PairMatrix latency = LatenciesOf(machine);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 3; j < 6; ++j) {
      if (i > 0 || j > 3) latency.Set(i, j, PairMatrix::kUnknown);
    }
  }
  for (const double between : {machine.Latency(0, 3), PairMatrix::kUnknown}) {
    latency.Set(0, 3, between);
    EXPECT_THAT(FindHostTree({latency, PairMatrix(6)}, kTolerance).group_of,
                ElementsAre(0, 0, 0, 1, 1, 1));
  }
}

}  // namespace
}  // namespace colltune::models
