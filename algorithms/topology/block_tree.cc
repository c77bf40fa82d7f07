#include "algorithms/topology/block_tree.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "algorithms/registry.h"
#include "algorithms/topology/model_tree.h"
#include "algorithms/topology/rank_order.h"

namespace colltune {
namespace {

std::size_t At(Rank rank) { return static_cast<std::size_t>(rank); }

/// Parent of each rank; kNobody for the root.
using Parents = std::vector<Rank>;

class Growth {
 public:
  Growth(const Places& places, Rank root, Bytes block)
      : places_(places), root_(root), block_(block) {}

  /// Returns the tree in which each rank gets its block from the root.
  Parents Flat() const {
    Parents parents(At(places_.ranks()), root_);
    parents[At(root_)] = kNobody;
    return parents;
  }

  Parents MappedBinomial() const {
    const Algorithm& binomial = *FindAlgorithm(Collective::kScatter, "binomial");
    const auto order = OrderOf(places_, binomial, root_);
    Parents parents = Flat();
    for (int place = 1; place < places_.ranks(); ++place) {
      const Rank parent = Binomial(place, places_.ranks()).parent;
      parents[At(order->rank_at[At(place)])] = order->rank_at[At(parent)];
    }
    return parents;
  }

  /// Returns the time at which the last rank has its block, in seconds.
  double Play(const Parents& parents) {
    Hang(parents);
    lines_.assign(static_cast<std::size_t>(places_.sites()), 0);
    const double end = TailOf(root_);
    return std::max(end, *std::ranges::max_element(lines_));
  }

  BlockTree TreeOf(const Parents& parents) {
    BlockTree tree;
    tree.end = Play(parents);
    tree.place_of.resize(parents.size());
    tree.nodes.resize(parents.size());
    Number(root_, kNobody, tree);
    return tree;
  }

 private:
  struct Child {
    Rank rank;
    double next;  // s: its parent is busy with it
    double rest;  // s: from when its parent is free for the next child
  };

  void Hang(const Parents& parents) {
    children_.resize(parents.size());
    for (std::vector<Rank>& children : children_) children.clear();
    tails_.resize(parents.size());
    for (Rank rank = 0; rank < places_.ranks(); ++rank) {
      if (rank != root_) children_[At(parents[At(rank)])].push_back(rank);
    }
    spans_.assign(parents.size(), 1);
    CountSpan(root_);
  }

  int CountSpan(Rank rank) {
    for (const Rank child : children_[At(rank)]) spans_[At(rank)] += CountSpan(child);
    return spans_[At(rank)];
  }

  /// Returns the time in seconds from when `rank` has the blocks of its subtree until all of them
  /// are in place. Sorts the children of `rank` into the order in which they are served.
  double TailOf(Rank rank) {
    std::vector<Rank>& children = children_[At(rank)];
    for (const Rank child : children) tails_[At(child)] = TailOf(child);
    served_.clear();
    for (const Rank child : children) {
      const EdgeTimes times = TimesOf(rank, child);
      served_.push_back({child, times.next, times.there - times.next + tails_[At(child)]});
    }
    std::ranges::sort(served_, [](const Child& a, const Child& b) {
      return a.rest != b.rest ? a.rest > b.rest : a.rank < b.rank;
    });
    double tail = 0;
    double busy = 0;
    children.clear();
    for (const Child& child : served_) {
      children.push_back(child.rank);
      busy += child.next;
      tail = std::max(tail, busy + child.rest);
    }
    return tail;
  }

  EdgeTimes TimesOf(Rank parent, Rank child) {
    const int from = places_.HostOf(parent);
    const int to = places_.HostOf(child);
    const Nearness nearness = places_.NearnessOf(from, to);
    const EdgeTimes times = places_.costs().At(nearness, places_.At(from).kind, places_.At(to).kind,
                                               Bytes{spans_[At(child)] * block_.count});
    // Adds the message to the line of its site, which all messages to the site share.
    if (nearness == Nearness::kFar) lines_[At(places_.At(to).site)] += times.shared;
    return times;
  }

  void Number(Rank rank, int parent, BlockTree& tree) {
    const int place = static_cast<int>(tree.rank_at.size());
    tree.rank_at.push_back(rank);
    tree.place_of[At(rank)] = place;
    tree.nodes[At(place)] = {parent, {}, spans_[At(rank)]};
    for (const Rank child : children_[At(rank)]) {
      tree.nodes[At(place)].children.push_back(static_cast<int>(tree.rank_at.size()));
      Number(child, place, tree);
    }
  }

  const Places& places_;
  const Rank root_;
  const Bytes block_;
  std::vector<std::vector<Rank>> children_;
  std::vector<int> spans_;
  std::vector<double> tails_;  // s: TailOf
  std::vector<Child> served_;  // the children of the rank at hand
  std::vector<double> lines_;  // of sites: seconds in use
};

bool IsBelow(const Parents& parents, Rank rank, Rank above) {
  for (Rank at = rank; at != kNobody; at = parents[At(at)]) {
    if (at == above) return true;
  }
  return false;
}

/// Moves single subtrees as long as that shortens the time and tries are left. Returns the time in
/// seconds.
double Improve(Growth& growth, Parents& parents, std::int64_t tries) {
  double end = growth.Play(parents);
  const int ranks = static_cast<int>(parents.size());
  for (bool better = true; better;) {
    better = false;
    for (Rank rank = 0; rank < ranks; ++rank) {
      for (Rank above = 0; above < ranks; ++above) {
        Rank& parent = parents[At(rank)];
        if (parent == kNobody || parent == above || IsBelow(parents, above, rank)) continue;
        if (tries-- <= 0) return end;
        const Rank old = std::exchange(parent, above);
        const double time = growth.Play(parents);
        if (time < end) {
          end = time;
          better = true;
        } else {
          parent = old;
        }
      }
    }
  }
  return end;
}

}  // namespace

BlockTree GrowBlockTree(const Places& places, Rank root, Bytes block) {
  Growth growth(places, root, block);
  Parents flat = growth.Flat();
  Parents binomial = growth.MappedBinomial();
  const std::int64_t tries = kMostTreeWork / 2 / places.ranks();
  const double flat_end = Improve(growth, flat, tries);
  const double binomial_end = Improve(growth, binomial, tries);
  return growth.TreeOf(binomial_end < flat_end ? binomial : flat);
}

std::shared_ptr<const BlockTree> BlockTreeOf(const Places& places, Rank root, Bytes block) {
  return places.memo().Of<BlockTree>(std::pair(root, block),
                                     [&] { return GrowBlockTree(places, root, block); });
}

}  // namespace colltune
