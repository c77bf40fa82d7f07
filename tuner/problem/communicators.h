// Communicators that applications make, as the workload that is expected where nobody says what
// will run. Pure.
#ifndef COLLTUNE_TUNER_PROBLEM_COMMUNICATORS_H_
#define COLLTUNE_TUNER_PROBLEM_COMMUNICATORS_H_

#include <cstddef>
#include <functional>
#include <map>
#include <vector>

#include "tuner/problem/problem.h"

namespace colltune::tune {

/// Returns the numbers of ranks on a node that jobs have where a node has `all` cores, each once.
std::vector<int> RanksPerNode(int all);

/// Returns the number of rows of a process grid that is as near to a square as it can be, with no
/// more rows than columns.
int RowsOf(int ranks);

/// A communicator of a job.
struct Made {
  Layout layout;     ///< of as many ranks from the first one on
  int per_node = 0;  ///< ranks on each node of the job
  /// The communicators themselves, equally likely, where they do not begin at the first rank.
  std::vector<Progression> ranks = {};

  /// Returns how many such communicators the job has on the same nodes.
  int Siblings() const { return per_node / layout.ranks_per_node; }
};

/// Calls `take` with all communicators of the jobs that ApplicationLayouts counts, and their
/// shares, which add up to more than 1.
void ForEachMade(int nodes, int ranks_per_node,
                 const std::function<void(const Made& made, double share)>& take);

/// Returns the layouts of communicators of jobs on at most so many nodes of `ranks_per_node` ranks,
/// each with its share of all communicators. A job has any number of nodes, on a logarithmic scale,
/// and on each k, k / 2, k - 4 or k / 4 ranks, k being `ranks_per_node`. With equal shares its
/// communicators are all ranks, a row and a column of a near-square process grid, the ranks of a
/// node, one rank on each node, and the first half.
std::map<Layout, double> ApplicationLayouts(int nodes, int ranks_per_node);

/// Returns the shares of at most `count` of these layouts; each layout that is left out counts for
/// the nearest one that is kept. Keeps the ones that cover the shares best.
std::map<Layout, double> Representatives(const std::map<Layout, double>& shares, std::size_t count);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_COMMUNICATORS_H_
