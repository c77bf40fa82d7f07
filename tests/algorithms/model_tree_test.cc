#include "algorithms/topology/model_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <random>

#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

std::shared_ptr<const EdgeCosts> Shared(EdgeCosts costs) {
  return std::make_shared<EdgeCosts>(std::move(costs));
}

/// Equal hosts of one rank each, `of_site` of them on each site.
Places EqualHosts(int ranks, int of_site, const EdgeTimes& near, const EdgeTimes& far) {
  EdgeCosts costs(1, {Bytes{1}});
  costs.Of(Nearness::kSite, 0, 0, 0) = near;
  costs.Of(Nearness::kFar, 0, 0, 0) = far;
  std::vector<int> host_of;
  std::vector<Host> hosts;
  for (Rank rank = 0; rank < ranks; ++rank) {
    host_of.push_back(rank);
    hosts.push_back({0, rank / of_site});
  }
  return {std::move(host_of), std::move(hosts), Shared(std::move(costs))};
}

/// The number of edges between sites.
int FarEdges(const Places& places, Rank root, const ModelTree& tree) {
  int far = 0;
  for (Rank relative = 1; relative < places.ranks(); ++relative) {
    const auto host = [&](Rank r) { return places.HostOf((r + root) % places.ranks()); };
    const Rank parent = tree.nodes[static_cast<std::size_t>(relative)].parent;
    far += places.NearnessOf(host(parent), host(relative)) == Nearness::kFar ? 1 : 0;
  }
  return far;
}

TEST(ModelTree, DoublesWhereEachRankIsBusyUntilTheMessageIsThere) {
  const EdgeTimes one{1, 1, 0};
  for (const auto& [ranks, steps] : {std::pair(1, 0), {2, 1}, {8, 3}, {9, 4}, {16, 4}}) {
    EXPECT_DOUBLE_EQ(GrowTree(EqualHosts(ranks, ranks, one, {}), 0, Bytes{1}).end, steps) << ranks;
  }
}

// Culler et al., "LogP: Towards a Realistic Model of Parallel Computation" (PPoPP 1993), figure 3:
// P = 8, L = 6, g = 4, o = 2: the last processor has the message at 24.
TEST(ModelTree, IsTheOptimalBroadcastOfLogP) {
  const ModelTree tree = GrowTree(EqualHosts(8, 8, {4, 10, 0}, {}), 5, Bytes{1});
  EXPECT_DOUBLE_EQ(tree.end, 24);
  EXPECT_EQ(tree.nodes[0].children.size(), 4U);
}

// By hand: two sites of four ranks. A short message is best sent to all the far ranks directly. The
// last of the four starts at 3 and arrives at 13, by when the near ranks have been served. A
// message that keeps the line for 20 is sent once: it starts at 0, arrives at 30, and needs 2 more
// steps.
TEST(ModelTree, SendsAcrossALineAsOftenAsIsWorthIt) {
  const Places brief = EqualHosts(8, 4, {1, 5, 0}, {1, 10, 0});
  const ModelTree direct = GrowTree(brief, 0, Bytes{1});
  EXPECT_EQ(FarEdges(brief, 0, direct), 4);
  EXPECT_DOUBLE_EQ(direct.end, 13);
  const Places lasting = EqualHosts(8, 4, {1, 1, 0}, {20, 30, 20});
  const ModelTree once = GrowTree(lasting, 6, Bytes{1});
  EXPECT_EQ(FarEdges(lasting, 6, once), 1);
  EXPECT_DOUBLE_EQ(once.end, 32);
}

TEST(ModelTree, LeavesSlowHostsToTheLeaves) {
  EdgeCosts costs(2, {Bytes{1}});
  for (const int to : {0, 1}) {
    costs.Of(Nearness::kSite, 0, to, 0) = {1, 2, 0};
    costs.Of(Nearness::kSite, 1, to, 0) = {50, 51, 0};
  }
  const Places places({0, 1, 2, 3, 4, 5, 6, 7}, {{}, {1}, {}, {1}, {}, {1}, {}, {1}},
                      Shared(costs));
  const ModelTree tree = GrowTree(places, 0, Bytes{1});
  for (const std::size_t slow : {1, 3, 5, 7}) EXPECT_TRUE(tree.nodes[slow].children.empty());
}

TEST(ModelTree, HasABestRoot) {
  EdgeCosts costs(2, {Bytes{1}});
  for (const int to : {0, 1}) {
    costs.Of(Nearness::kSite, 0, to, 0) = {9, 9, 0};
    costs.Of(Nearness::kSite, 1, to, 0) = {1, 1, 0};
  }
  EXPECT_EQ(BestRoot(Places({0, 1, 2, 3}, {{}, {}, {1}, {}}, Shared(costs)), Bytes{1}), 2);
}

/// The earliest end of all trees and orders in which ranks send, tried one after another.
class AllTrees {
 public:
  AllTrees(const Places& places, Rank root)
      : places_(places),
        free_(static_cast<std::size_t>(places.ranks()), std::numeric_limits<double>::infinity()),
        ports_(places.hosts().size()),
        lines_(places.hosts().size()) {
    free_[static_cast<std::size_t>(root)] = 0;
    Try(1, 0);
  }

  double best() const { return best_; }

 private:
  struct Port {
    double out = 0;
    double in = 0;
  };

  void Try(int informed, double end) {
    if (end >= best_) return;
    if (informed == places_.ranks()) {
      best_ = end;
      return;
    }
    for (Rank from = 0; from < places_.ranks(); ++from) {
      for (Rank to = 0; to < places_.ranks(); ++to) {
        if (Has(from) && !Has(to)) Send(from, to, informed, end);
      }
    }
  }

  bool Has(Rank rank) const {
    return free_[static_cast<std::size_t>(rank)] < std::numeric_limits<double>::infinity();
  }

  void Send(Rank from, Rank to, int informed, double end) {
    const int here = places_.HostOf(from);
    const int there = places_.HostOf(to);
    const Nearness nearness = places_.NearnessOf(here, there);
    const EdgeTimes times =
        places_.costs().At(nearness, places_.At(here).kind, places_.At(there).kind, Bytes{1});
    const bool far = nearness == Nearness::kFar;
    const auto which = [&](int host) {
      return static_cast<std::size_t>(far ? places_.At(host).site : host);
    };
    std::vector<Port>& ports = far ? lines_ : ports_;
    const auto before = std::tuple(free_, ports_, lines_);
    double& busy = free_[static_cast<std::size_t>(from)];
    double begin = busy;
    if (nearness != Nearness::kHost) {
      begin = std::max({begin, ports[which(here)].out, ports[which(there)].in});
      ports[which(here)].out = begin + times.shared;
      ports[which(there)].in = begin + times.shared;
    }
    busy = begin + times.next;
    free_[static_cast<std::size_t>(to)] = begin + times.there;
    Try(informed + 1, std::max(end, begin + times.there));
    std::tie(free_, ports_, lines_) = before;
  }

  const Places& places_;
  std::vector<double> free_;  // by rank; infinite where it has no message
  std::vector<Port> ports_;
  std::vector<Port> lines_;
  double best_ = std::numeric_limits<double>::infinity();
};

Places RandomPlaces(int ranks, std::minstd_rand& random) {
  const auto below = [&random](unsigned end) { return static_cast<int>(random() % end); };
  std::uniform_real_distribution<double> share(0, 1);
  const int kinds = 1 + below(4);
  EdgeCosts costs(kinds, {Bytes{1}});
  const double transfer = 3 * share(random);
  for (const auto& [nearness, latency] :
       {std::pair(Nearness::kHost, 0.1), {Nearness::kSite, 1.0}, {Nearness::kFar, 10.0}}) {
    for (int from = 0; from < kinds; ++from) {
      const double pace = 0.2 + 2 * share(random);
      for (int to = 0; to < kinds; ++to) {
        EdgeTimes& times = costs.Of(nearness, from, to, 0);
        times.next = pace * (nearness == Nearness::kHost ? 0.2 : 0.2 + transfer);
        times.there = times.next + latency * (0.5 + share(random));
        times.shared = nearness == Nearness::kHost ? 0 : times.next * share(random);
      }
    }
  }
  const int hosts = below(2) == 0 ? ranks : 3 + below(3);
  const auto sites = static_cast<unsigned>(1 + below(3));
  std::vector<int> host_of;
  std::vector<Host> all;
  for (Rank rank = 0; rank < ranks; ++rank) host_of.push_back(rank % hosts);
  for (int host = 0; host < hosts; ++host) {
    all.push_back({below(static_cast<unsigned>(kinds)), below(sites)});
  }
  return {std::move(host_of), std::move(all), Shared(std::move(costs))};
}

TEST(ModelTree, EndsWithinATenthOfTheBestOfAllTrees) {
  std::minstd_rand random(1);
  double excess = 0;
  int trees = 0;
  for (const int ranks : {6, 7}) {
    for (int i = 0; i < 40; ++i, ++trees) {
      const Places places = RandomPlaces(ranks, random);
      const auto root = static_cast<Rank>(random() % static_cast<unsigned>(ranks));
      const double end = GrowTree(places, root, Bytes{1}).end;
      const double best = AllTrees(places, root).best();
      EXPECT_LE(end, 1.1 * best) << "tree " << trees;
      EXPECT_GE(end, best * (1 - 1e-12)) << "tree " << trees;
      excess += end / best - 1;
    }
  }
  EXPECT_LE(excess / trees, 0.01);
}

TEST(ModelTree, GrowsForThousandsOfRanks) {
  const auto places = TestingPlaces(4096);
  const ModelTree tree = GrowTree(*places, 4095, Bytes{1 << 16});
  std::size_t children = 0;
  for (const Node& node : tree.nodes) children += node.children.size();
  EXPECT_EQ(children, 4095U);
}

}  // namespace
}  // namespace colltune
