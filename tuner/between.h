// Numbers of ranks between two that were measured.
#ifndef COLLTUNE_TUNER_BETWEEN_H_
#define COLLTUNE_TUNER_BETWEEN_H_

#include <optional>

#include "tuner/line.h"

namespace colltune {

/// Predictions for a layout that are corrected as it took on the nearest measured layouts of its
/// kind: a straight line between both corrections on a logarithmic axis of ranks.
class Between {
 public:
  /// All outlive it. Requires low.layout() < layout < high.layout() in ranks.
  Between(const Line& low, const Line& high, const Layout& layout, const Oracle& oracle);

  Problem At(Bytes bytes) const { return {low_->collective(), layout_, bytes, 0}; }
  std::optional<Seconds> Estimate(const std::string& choice, Bytes bytes) const;

  /// On the average of roots, as the nearer of both lines has it.
  std::optional<Seconds> Typical(const std::string& choice, Bytes bytes) const;

 private:
  const Line* low_;
  const Line* high_;
  Layout layout_;
  const Oracle* oracle_;
  double share_;
};

/// The next larger measured layout of the same collective and kind, nullptr where there is none.
/// Layouts are of one kind where they have equally many ranks on a node, or as many as fit, which
/// is `most`.
const Line* NextOfKind(const std::vector<Line>& lines, const Line& line, int most);

}  // namespace colltune

#endif  // COLLTUNE_TUNER_BETWEEN_H_
