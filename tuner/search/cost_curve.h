// Cost curve of one collective on one layout with a group of roots: its measured times by size.
#ifndef COLLTUNE_TUNER_SEARCH_COST_CURVE_H_
#define COLLTUNE_TUNER_SEARCH_COST_CURVE_H_

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "profiles/decision_table.h"
#include "tuner/problem/problem.h"
#include "tuner/problem/root_group.h"

namespace colltune::tune {

/// Whether a candidate has enough samples for a finite confidence interval, and takes time: on a
/// busy machine the difference of two clocks may be zero.
inline bool IsKnown(const Candidate& candidate) {
  return candidate.samples > 0 && std::isfinite(candidate.high.count()) &&
         candidate.median > Seconds{};
}

class CostCurve {
 public:
  CostCurve(Collective collective, const Layout& layout, RootGroup group = {})
      : collective_(collective), layout_(layout), group_(std::move(group)) {}

  Collective collective() const { return collective_; }
  const Layout& layout() const { return layout_; }
  /// Roots that the curve decides for, where they are named.
  const RootSet& roots() const { return group_.roots; }

  Problem At(Bytes bytes) const { return {collective_, layout_, bytes, group_.measured}; }

  /// Adds the timings of a race at `bytes`. Ignores candidates that are not known (IsKnown) or are
  /// left out. Of several races the latest one counts.
  void Add(Bytes bytes, const std::vector<Candidate>& timings);

  /// Forgets a failed choice, whatever the size, and ignores it from now on.
  void LeaveOut(ChoiceId choice, const std::string& reason);
  /// Choices that are left out, each with the reason.
  const std::map<ChoiceId, std::string>& left_out() const { return left_out_; }

  /// Timed candidates, by size and then by choice.
  const std::map<Bytes, std::map<ChoiceId, Candidate>>& measured() const { return measured_; }
  const Candidate* Find(Bytes bytes, ChoiceId choice) const;

 private:
  Collective collective_;
  Layout layout_;
  RootGroup group_;
  std::map<Bytes, std::map<ChoiceId, Candidate>> measured_;
  std::map<ChoiceId, std::string> left_out_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_COST_CURVE_H_
