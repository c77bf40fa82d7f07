// Layouts of communicators on the nodes of a job.
#ifndef COLLTUNE_TUNER_PROBLEM_JOB_LAYOUT_H_
#define COLLTUNE_TUNER_PROBLEM_JOB_LAYOUT_H_

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "profiles/placement.h"
#include "tuner/problem/problem.h"

namespace colltune::tune {

/// A job's processes by the node that each runs on.
class Nodes {
 public:
  /// Takes for each rank of the job the number of its node, which is the same for ranks of one
  /// node.
  explicit Nodes(std::span<const int> node_of_rank);

  int count() const { return static_cast<int>(ranks_.size()); }
  int ranks() const { return static_cast<int>(node_of_rank_.size()); }
  int ranks_per_node() const { return ranks_per_node_; }

  /// Return the mapping of a layout's ranks, or of all ranks of the job, to nodes.
  Mapping MappingOf(const Layout& layout) const;
  Mapping MappingOfAll() const { return colltune::MappingOf(node_of_rank_); }

  /// Returns the size of a layout's communicator; on the fewest nodes where the job cannot form it.
  CommunicatorSize SizeOf(const Layout& layout) const;

  /// Whether all nodes have equally many ranks, and the ranks of each node follow one another.
  bool AreAlike() const;

  /// The ranks that form the layout, rising; none where the job has too few.
  std::vector<Rank> Members(const Layout& layout) const;

  /// The ranks of each of the layout's `siblings` communicators, each rising: Members first, then
  /// communicators of the same form that overlap neither it nor one another.
  /// - Without a progression they take the next `ranks_per_node` ranks of the same nodes each.
  /// - With one they are the other rows or columns of its world: each run of stride * ranks ranks
  ///   of the world has one for each of its first `stride` ranks. Those with other numbers of ranks
  ///   on their nodes are left out: a row on two nodes, beside one on a single node, is another
  ///   problem, for which a profile decides by itself.
  ///
  /// None where the job has too few ranks.
  std::vector<std::vector<Rank>> Siblings(const Layout& layout) const;

  /// Returns the layout with as many siblings as the job has, `most` at most, if it uses a part of
  /// the ranks of each node, as far as they belong to its world; else without siblings.
  Layout WithSiblings(Layout layout, int most = std::numeric_limits<int>::max()) const;

  /// Returns the layout of the first `ranks` ranks of a progression, without siblings. Requires
  /// that the job has so many.
  Layout LayoutOf(int ranks, const Progression& progression) const;

  /// Returns the ranks of a progression's world, rising.
  std::vector<Rank> WorldOf(const Progression& progression) const;

 private:
  /// Numbers of the ranks on each of their nodes, rising.
  std::vector<int> FormOf(std::span<const Rank> ranks) const;
  /// Members, and the layout's siblings after them: at most `most` in all.
  std::vector<std::vector<Rank>> Groups(const Layout& layout, int most) const;
  /// Ranks of communicator number `group` of a layout's world, or nodes; none where there is no
  /// such communicator.
  std::vector<Rank> Group(const Layout& layout, int group) const;
  std::vector<Rank> GroupOnNodes(const Layout& layout, int group) const;
  std::vector<Rank> GroupInWorld(const Layout& layout, int group) const;

  std::vector<std::uint64_t> node_of_rank_;
  std::vector<std::vector<Rank>> ranks_;  // by node, in the order of the nodes' first ranks
  int ranks_per_node_ = 0;
};

/// Returns the layouts for each number in `ranks` on these nodes:
/// - with all ranks of a node;
/// - where there are enough nodes, and a node has several ranks, also with one rank on each node.
///
/// A layout's ranks_per_node never exceeds its ranks, and no layout is listed twice.
std::vector<Layout> LayoutsOf(std::span<const int> ranks, const Nodes& nodes);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_JOB_LAYOUT_H_
