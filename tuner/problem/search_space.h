// The search space of a tuning: what is decided, and by which candidates.
#ifndef COLLTUNE_TUNER_PROBLEM_SEARCH_SPACE_H_
#define COLLTUNE_TUNER_PROBLEM_SEARCH_SPACE_H_

#include <map>
#include <vector>

#include "algorithms/choice_id.h"
#include "tuner/problem/job_layout.h"
#include "tuner/problem/metric.h"
#include "tuner/problem/root_group.h"
#include "tuner/problem/timing_model.h"
#include "tuner/problem/workload.h"

namespace colltune::tune {

struct SearchSpace {
  std::vector<Collective> collectives;
  std::vector<Layout> layouts;           ///< that may be measured, rising
  std::vector<Bytes> sizes;              ///< rising; decided for, where buffers fit `memory`
  Bytes memory{std::int64_t{64} << 20};  ///< the most that one buffer of a rank may take
  /// The library's own algorithms that may be selected, by collective.
  std::map<Collective, std::vector<ChoiceId>> natives;
  /// Shares of the calls that applications make on each layout; 1 for layouts that are not in it.
  std::map<Layout, double> shares;
  /// The application's calls, of `collectives` and `layouts`. Unless empty, only problems that the
  /// application calls are measured, and count by the time that they take it.
  Workload workload;
  /// Groups of roots by layout, the one of root 0 first; a single group for layouts that are not in
  /// it.
  std::map<Layout, std::vector<RootGroup>> root_groups;
  /// Other communicators of as many ranks that applications make, which the rows of a layout serve;
  /// the layout alone for layouts that are not in it.
  std::map<Layout, std::vector<Layout>> alike;
  Metric metric;  ///< between problems
  TimingModel timing = TimingModel::kNoisy;

  /// Whether the application calls a collective on a layout; true without a workload.
  bool Calls(Collective collective, const Layout& layout) const {
    return workload.empty() || workload.contains({collective, layout});
  }

  /// Returns the sizes, rising, for which a collective is decided on `layout`.
  std::vector<Bytes> SizesOf(Collective collective, const Layout& layout) const;

  /// Returns the groups of roots of a collective on `layout`.
  std::vector<RootGroup> GroupsOf(Collective collective, const Layout& layout) const;

  /// Returns the roots of a group of a collective on `layout`: its own, or all that no other group
  /// names.
  RootSet RootsOf(Collective collective, const Layout& layout, const RootSet& of_group) const;

  /// Returns how much the decision for a problem counts: the calls of applications that it serves,
  /// all calls of a collective counting 1; with a workload, the seconds of the application's calls.
  /// Sizes count alike, as sizes of calls are drawn uniformly on a logarithmic scale; so do root 0
  /// and all other roots together.
  double WeightOf(const Problem& problem) const;
};

/// Sizes that a search chooses itself are multiples of this many bytes: whole doubles, which
/// reductions add.
inline constexpr std::int64_t kWholeDoubles = 8;

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_SEARCH_SPACE_H_
