#include "algorithms/topology/block_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

using testing::ElementsAre;

/// Hosts of one rank each. A message occupies its sender for `start` + `byte` x bytes of the
/// sender's kind, and arrives `latency` later.
struct Kind {
  double start;
  double byte;
};

Places Hosts(const std::vector<Kind>& kinds, double latency, double far_latency,
             std::vector<Host> hosts) {
  const auto count = static_cast<int>(kinds.size());
  EdgeCosts costs(count, {Bytes{0}, Bytes{1 << 20}});
  for (int from = 0; from < count; ++from) {
    for (int to = 0; to < count; ++to) {
      for (const std::size_t size : {0, 1}) {
        const auto& [start, byte] = kinds[static_cast<std::size_t>(from)];
        const double next = start + byte * static_cast<double>(costs.sizes()[size].count);
        costs.Of(Nearness::kSite, from, to, size) = {next, next + latency, 0};
        costs.Of(Nearness::kFar, from, to, size) = {next, next + far_latency, 0};
      }
    }
  }
  std::vector<int> host_of;
  for (std::size_t host = 0; host < hosts.size(); ++host) host_of.push_back(static_cast<int>(host));
  return {std::move(host_of), std::move(hosts), std::make_shared<EdgeCosts>(std::move(costs))};
}

// By hand, with costs for bytes alone: one message for each rank, straight from the root: 7 x 100.
TEST(BlockTree, IsFlatWhereBytesCount) {
  const Places places = Hosts({{0, 1}}, 0, 0, std::vector<Host>(8));
  const BlockTree tree = GrowBlockTree(places, 3, Bytes{100});
  EXPECT_EQ(tree.nodes[0].children.size(), 7U);
  EXPECT_DOUBLE_EQ(tree.end, 700);
}

// Costs for messages alone: 8 ranks have the block after 3 messages.
TEST(BlockTree, DoublesWhereMessagesCount) {
  const Places places = Hosts({{1, 0}}, 0, 0, std::vector<Host>(8));
  EXPECT_DOUBLE_EQ(GrowBlockTree(places, 3, Bytes{100}).end, 3);
}

// The root takes 100 for a message, other ranks take 1. The root sends one message to a fast rank.
// That rank and the ranks that it has served serve the 6 others: 3 more.
TEST(BlockTree, LetsASlowRootSendOneMessage) {
  std::vector<Host> hosts(8);
  hosts[2].kind = 1;
  const BlockTree tree = GrowBlockTree(Hosts({{1, 0}, {100, 0}}, 0, 0, hosts), 2, Bytes{100});
  EXPECT_EQ(tree.nodes[0].children.size(), 1U);
  EXPECT_DOUBLE_EQ(tree.end, 103);
}

// Flat, as only bytes cost: the block of the far rank has 1000 more latency and leaves first.
TEST(BlockTree, ServesFarRanksFirst) {
  const Places places = Hosts({{0, 1}}, 0, 1000, {{}, {}, {0, 1}, {}});
  const BlockTree tree = GrowBlockTree(places, 0, Bytes{100});
  EXPECT_EQ(tree.rank_at[static_cast<std::size_t>(tree.nodes[0].children.front())], 2);
  EXPECT_DOUBLE_EQ(tree.end, 1100);
}

// A communicator on two of a machine's many sites, by hand: 100 bytes, and the latency between
// sites.
TEST(BlockTree, IsGrownOnSitesWithLargeNumbers) {
  const Places places = Hosts({{0, 1}}, 0, 1000, {{0, 900}, {0, 5000}});
  EXPECT_EQ(places.sites(), 2);
  EXPECT_EQ(places.At(0).site, 0);
  EXPECT_EQ(places.At(1).site, 1);
  EXPECT_DOUBLE_EQ(GrowBlockTree(places, 0, Bytes{100}).end, 1100);
}

/// The earliest end of all trees, served in all orders.
class AllTrees {
 public:
  AllTrees(const Places& places, Rank root, Bytes block)
      : places_(places), root_(root), block_(block), parents_(Size(), -1) {
    Choose(0);
  }
  double best() const { return best_; }

 private:
  std::size_t Size() const { return static_cast<std::size_t>(places_.ranks()); }

  void Choose(Rank rank) {
    if (rank == places_.ranks()) {
      best_ = std::min(best_, EndOf(root_, 0));
      return;
    }
    if (rank == root_) return Choose(rank + 1);
    for (Rank parent = 0; parent < places_.ranks(); ++parent) {
      parents_[static_cast<std::size_t>(rank)] = parent;
      if (ReachesRoot(rank)) Choose(rank + 1);
    }
    parents_[static_cast<std::size_t>(rank)] = -1;
  }

  /// Whether the path from `rank` ends at the root, or at a rank whose parent is still to be
  /// chosen.
  bool ReachesRoot(Rank rank) const {
    Rank at = rank;
    for (Rank steps = 0; steps <= places_.ranks(); ++steps) {
      if (at < 0 || at == root_) return true;
      at = parents_[static_cast<std::size_t>(at)];
    }
    return false;
  }

  int Span(Rank rank) const {
    int span = 1;
    for (Rank child = 0; child < places_.ranks(); ++child) {
      if (parents_[static_cast<std::size_t>(child)] == rank) span += Span(child);
    }
    return span;
  }

  double EndOf(Rank rank, double begin) const {
    std::vector<Rank> children;
    for (Rank child = 0; child < places_.ranks(); ++child) {
      if (child != root_ && parents_[static_cast<std::size_t>(child)] == rank) {
        children.push_back(child);
      }
    }
    double best = std::numeric_limits<double>::infinity();
    do {
      double end = begin;
      double busy = begin;
      for (const Rank child : children) {
        const int from = places_.HostOf(rank);
        const int to = places_.HostOf(child);
        const EdgeTimes times =
            places_.costs().At(places_.NearnessOf(from, to), places_.At(from).kind,
                               places_.At(to).kind, Bytes{Span(child) * block_.count});
        end = std::max(end, EndOf(child, busy + times.there));
        busy += times.next;
      }
      best = std::min(best, end);
    } while (std::ranges::next_permutation(children).found);
    return best;
  }

  const Places& places_;
  const Rank root_;
  const Bytes block_;
  std::vector<Rank> parents_;
  double best_ = std::numeric_limits<double>::infinity();
};

TEST(BlockTree, EndsWithinATenthOfTheBestOfAllTrees) {
  std::minstd_rand random(1);
  const auto below = [&random](unsigned end) { return static_cast<int>(random() % end); };
  double excess = 0;
  constexpr int kTrees = 60;
  for (int i = 0; i < kTrees; ++i) {
    std::vector<Kind> kinds;
    for (int kind = 0; kind < 3; ++kind) kinds.push_back({1.0 + below(30), 0.01 * below(20)});
    std::vector<Host> hosts;
    for (int host = 0; host < 6; ++host) hosts.push_back({below(3), below(2)});
    const Places places = Hosts(kinds, below(20), 20 + below(100), hosts);
    const Rank root = below(6);
    const Bytes block{1 + below(1000)};
    const double end = GrowBlockTree(places, root, block).end;
    const double best = AllTrees(places, root, block).best();
    EXPECT_LE(end, 1.1 * best) << "tree " << i;
    EXPECT_GE(end, best * (1 - 1e-12)) << "tree " << i;
    excess += end / best - 1;
  }
  EXPECT_LE(excess / kTrees, 0.01);
}

TEST(BlockTree, NumbersSubtreesOneBehindTheOther) {
  const auto places = TestingPlaces(100);
  const BlockTree tree = GrowBlockTree(*places, 50, Bytes{1000});
  EXPECT_EQ(tree.rank_at[0], 50);
  EXPECT_EQ(tree.nodes[0].span, 100);
  for (std::size_t place = 0; place < tree.nodes.size(); ++place) {
    EXPECT_EQ(tree.place_of[static_cast<std::size_t>(tree.rank_at[place])],
              static_cast<int>(place));
    int next = static_cast<int>(place) + 1;
    for (const int child : tree.nodes[place].children) {
      EXPECT_EQ(child, next);
      next += tree.nodes[static_cast<std::size_t>(child)].span;
    }
    EXPECT_EQ(next, static_cast<int>(place) + tree.nodes[place].span);
  }
}

}  // namespace
}  // namespace colltune
