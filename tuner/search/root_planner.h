// Planning of roots: which roots of a collective get curves, and decisions, of their own. Pure.
#ifndef COLLTUNE_TUNER_SEARCH_ROOT_PLANNER_H_
#define COLLTUNE_TUNER_SEARCH_ROOT_PLANNER_H_

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "tuner/search/measurements.h"
#include "tuner/search/refinement.h"

namespace colltune::tune {

class RootPlanner {
 public:
  /// Requires that `measurements` outlives the planner.
  explicit RootPlanner(Measurements& measurements) : measurements_(measurements) {}

  /// Adds a curve for each group of roots for which root 0's choices are expected to lose time.
  void Split();
  bool has_split() const { return has_split_; }

  /// Bisects sets of roots: adds a curve for the second half of each, and appends its sizes to
  /// `anchors`. Where the choices of two halves disagree, both are bisected in turn. Roots that are
  /// expected to be like root 0 take part only where times are noisy. Returns whether there is
  /// anything to measure.
  bool Halve(std::vector<Refinement>& anchors);

  /// Takes the roots of a second half away from the curve that was bisected. Does nothing for other
  /// curves. Requires that `curve`, the second half's, is measured and complete.
  void StandForItself(std::size_t curve);

  /// Returns the expected saving by a curve of some roots: RootGroup::saving. Returns nothing for
  /// curves without roots of their own.
  std::optional<double> SavingOf(std::size_t curve) const {
    const auto found = savings_.find(curve);
    return found == savings_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  /// A curve whose roots are bisected: the second half is measured and decided on another curve.
  struct Half {
    std::size_t whole = 0;   ///< index of the bisected curve
    RootSet kept;            ///< the first half, which the bisected curve keeps
    std::size_t second = 0;  ///< index of the second half's curve
  };

  bool IsNoisy() const { return measurements_.space().timing == TimingModel::kNoisy; }
  void AddHalf(std::size_t whole, std::vector<Refinement>& anchors);

  Measurements& measurements_;
  std::map<std::size_t, double> savings_;  // by curve
  std::vector<std::size_t> to_halve_;      // indices of curves whose roots are to be bisected
  std::vector<Half> halves_;               // being measured
  bool has_split_ = false;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_ROOT_PLANNER_H_
