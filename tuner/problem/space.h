// The search space: candidates, and the problems on which they are compared.
#ifndef COLLTUNE_TUNER_PROBLEM_SPACE_H_
#define COLLTUNE_TUNER_PROBLEM_SPACE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/shape.h"
#include "profiles/placement.h"

namespace colltune::tune {

/// Which processes of a job form a communicator: the first `ranks_per_node` of each node, node
/// after node, until there are `ranks`.
struct Layout {
  int ranks = 0;
  int ranks_per_node = 0;

  friend auto operator<=>(const Layout&, const Layout&) = default;
};

/// Arguments that the time of an implementation depends on.
struct Problem {
  Collective collective = Collective::kBcast;
  Layout layout;
  Bytes bytes;
  Rank root = 0;

  friend auto operator<=>(const Problem&, const Problem&) = default;
};

/// A job's processes by the node that each runs on.
class Nodes {
 public:
  /// For each rank of the job, a number that is the same for ranks of one node.
  explicit Nodes(std::span<const int> node_of_rank);

  int count() const { return static_cast<int>(ranks_.size()); }
  int ranks_per_node() const { return ranks_per_node_; }

  /// How the ranks of a layout lie, or those of the job.
  Mapping MappingOf(const Layout& layout) const;
  Mapping MappingOfAll() const { return colltune::MappingOf(node_of_rank_); }

  /// Whether they have equally many ranks each, and these follow one another.
  bool AreAlike() const;

  /// The ranks that form the layout, rising; none where the job has too few.
  std::vector<Rank> Members(const Layout& layout) const;

 private:
  std::vector<std::uint64_t> node_of_rank_;
  std::vector<std::vector<Rank>> ranks_;  // by node, in the order of the nodes' first ranks
  int ranks_per_node_ = 0;
};

/// The layouts of so many ranks on these nodes: with all ranks of a node; and, where there are
/// several nodes with several ranks, with one rank on each. A layout's ranks_per_node never exceeds
/// its ranks, and no layout is listed twice.
std::vector<Layout> LayoutsOf(std::span<const int> ranks, const Nodes& nodes);

/// A number of ranks between two others of the same kind: with equally many ranks on each node, or
/// with all of them.
struct LayoutBetween {
  Layout layout;
  Layout low;   ///< the next smaller
  Layout high;  ///< the next larger

  friend bool operator==(const LayoutBetween&, const LayoutBetween&) = default;
};

/// Numbers of ranks from this on are only measured where they are asked for: there are too many.
inline constexpr int kMostBetween = 64;

/// Every layout of less than kMostBetween ranks between two of `layouts`, where a node has at most
/// `ranks_per_node` ranks.
std::vector<LayoutBetween> LayoutsBetween(std::span<const Layout> layouts, int ranks_per_node);

/// 2 to 8, then 3/4 of each power of two and the power itself, and all: many applications' numbers,
/// and neighbours for those between.
std::vector<int> StandardRanks(int all);

/// Each of our algorithms with each of its parameters' values that are worth comparing, on one
/// problem: without those that decline it, and of values that make no difference there (a segment
/// that holds the whole block, a radix above the number of ranks) only one; and without
/// segments that are far too many.
std::vector<Choice> CandidatesFor(Collective collective, const Shape& shape);

/// The largest block for which no buffer of a rank exceeds `memory`; 0 where there is none.
Bytes LargestBlock(Collective collective, int ranks, Bytes memory);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_SPACE_H_
