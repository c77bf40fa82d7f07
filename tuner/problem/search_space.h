// The search space of a tuning: what is decided, and by which candidates.
#ifndef COLLTUNE_TUNER_PROBLEM_SEARCH_SPACE_H_
#define COLLTUNE_TUNER_PROBLEM_SEARCH_SPACE_H_

#include <map>
#include <vector>

#include "algorithms/choice_id.h"
#include "tuner/problem/job_layout.h"
#include "tuner/problem/timing_model.h"
#include "tuner/problem/workload.h"

namespace colltune::tune {

struct SearchSpace {
  std::vector<Collective> collectives;
  std::vector<Layout> layouts;
  /// Layouts between two of `layouts`: measured last, with candidates that do well on those two.
  std::vector<LayoutBetween> between;
  std::vector<Bytes> sizes;              ///< rising; decided for, where buffers fit `memory`
  Bytes memory{std::int64_t{64} << 20};  ///< the most that one buffer of a rank may take
  /// The library's own algorithms that may be selected, by collective.
  std::map<Collective, std::vector<ChoiceId>> natives;
  /// The application's calls, of `collectives` and `layouts`. Unless empty, only problems that the
  /// application calls are measured, and the ones that take it the most time come first.
  Workload workload;
  TimingModel timing = TimingModel::kNoisy;

  /// Whether the application calls a collective on a layout; true without a workload.
  bool Calls(Collective collective, const Layout& layout) const {
    return workload.empty() || workload.contains({collective, layout});
  }

  /// Returns the sizes, rising, for which a collective is decided on `layout`.
  std::vector<Bytes> SizesOf(Collective collective, const Layout& layout) const;
};

/// Sizes that a search chooses itself are multiples of this many bytes: whole doubles, which
/// reductions add.
inline constexpr std::int64_t kWholeDoubles = 8;

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_SEARCH_SPACE_H_
