// Cost curve of one collective on one layout with a set of roots: times at measured sizes, and
// estimates at all others.
#ifndef COLLTUNE_TUNER_SEARCH_COST_CURVE_H_
#define COLLTUNE_TUNER_SEARCH_COST_CURVE_H_

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/fit/correction.h"
#include "profiles/decision_table.h"
#include "tuner/problem/predictor.h"
#include "tuner/search/model_error.h"

namespace colltune::tune {

/// Natural logarithm of a ratio of two times. Corrections are added to a prediction's logarithm.
using LogRatio = double;

/// Whether a candidate has enough samples for a finite confidence interval.
bool IsKnown(const Candidate& candidate);

/// Ranges of roots, rising; adjacent ranges are joined.
using RootSet = std::vector<Roots>;

class CostCurve {
 public:
  /// Decides for `roots`, and measures the first of them. Without `roots`, decides for every root
  /// that no sibling curve claims, and measures root 0. Learns from the residuals of `correction`,
  /// and adds its own: all curves of a collective have it in common. Without it the curve has one
  /// of its own. Requires that `predictor` outlives the curve.
  CostCurve(Collective collective, const Layout& layout, const Predictor& predictor,
            RootSet roots = {}, std::shared_ptr<models::Correction> correction = nullptr)
      : collective_(collective),
        layout_(layout),
        predictor_(&predictor),
        correction_(correction ? std::move(correction) : std::make_shared<models::Correction>()),
        roots_(std::move(roots)) {}

  /// Takes candidates, and the correction, from two neighbours of the same collective, which have
  /// the correction in common. Requires that both neighbours outlive this curve, and that this
  /// curve has no measurements yet.
  void InterpolateBetween(const CostCurve& low, const CostCurve& high);
  /// Derives this curve from one neighbour: the same layout with other roots, or the next smaller
  /// layout. Requires that `curve` outlives this curve.
  void InterpolateBetween(const CostCurve& curve) { InterpolateBetween(curve, curve); }
  bool is_interpolated() const { return low_ != nullptr; }
  /// Returns the curves given to InterpolateBetween, maybe twice the same. Requires
  /// is_interpolated().
  std::array<const CostCurve*, 2> neighbours() const { return {low_, high_}; }

  Collective collective() const { return collective_; }
  const Layout& layout() const { return layout_; }
  const RootSet& roots() const { return roots_; }
  /// Restricts the curve to `roots`, which must begin with the root that the curve measures.
  void Keep(RootSet roots) { roots_ = std::move(roots); }

  /// Roots of the curve with which root 0's choices are expected to be slower than the library.
  const RootSet& slower() const { return slower_; }
  void set_slower(RootSet slower) { slower_ = std::move(slower); }

  /// Whether all sizes that were planned for the curve have been measured.
  bool is_complete() const { return is_complete_; }
  void set_complete(bool is_complete) { is_complete_ = is_complete; }

  /// Whether the table gets a row of this curve's decisions. A row for some roots hides the row for
  /// all others at all sizes, so it needs all sizes.
  bool HasRow() const { return roots_.empty() || is_complete_; }

  Problem At(Bytes bytes) const {
    return {collective_, layout_, bytes, roots_.empty() ? 0 : roots_.front().first};
  }

  /// Forgets a failed choice, whatever the size, and ignores it from now on.
  void LeaveOut(ChoiceId choice, const std::string& reason);
  /// Choices that are left out, each with the reason.
  const std::map<ChoiceId, std::string>& left_out() const { return left_out_; }

  /// Adds the timings of a race at `bytes`. Ignores candidates that are not known (IsKnown) or are
  /// left out.
  void Add(Bytes bytes, const std::vector<Candidate>& timings);

  /// Tuned candidates, by size and then by choice. Of several races at a size the latest counts.
  const std::map<Bytes, std::map<ChoiceId, Candidate>>& measured() const { return measured_; }
  const Candidate* Find(Bytes bytes, ChoiceId choice) const;

  /// Estimates the time of a choice at `bytes`:
  /// - measured there: the median;
  /// - left out: nothing;
  /// - predictable: the prediction times exp(residual), the mean of Residual;
  /// - not predictable, but measured at sizes on both sides: the most similar predictable choice's
  ///   estimate, times the ratio to it interpolated between those sizes;
  /// - the same without such a choice: the time interpolated between those sizes;
  /// - else nothing.
  ///
  /// A curve with roots of its own but no measurements takes that ratio or time from its neighbour.
  std::optional<Seconds> Estimate(ChoiceId choice, Bytes bytes) const;

  /// Returns the estimate with its uncertainty: that of Residual, unless it was measured there. A
  /// choice that is not predictable is as uncertain as one of another algorithm.
  std::optional<tune::Estimate> UncertainEstimate(ChoiceId choice, Bytes bytes) const;

  /// Returns the algorithms that are worth measuring at `bytes`, but none that are left out:
  /// - all, where this curve is not interpolated, where ranks do not know sizes, and where a
  /// neighbour has
  ///   no measurements;
  /// - else the candidates that are Promising on a neighbour, which was measured in detail;
  /// - with roots of its own, also the neighbour's candidates that are promising by estimates here.
  std::vector<ChoiceId> Candidates(Bytes bytes) const;

  /// Returns all algorithms with their parameters that are not left out.
  std::vector<ChoiceId> AllCandidates(Bytes bytes) const;

  /// Returns the candidates that are estimated to take at most `slack` times the best, at one of
  /// the measured sizes around `bytes`. Requires a measured size.
  std::vector<ChoiceId> Promising(Bytes bytes, double slack) const;

  /// Expects the logarithm of measured over predicted time, by what was measured of the collective:
  /// at all sizes, on all layouts, and of all choices.
  models::ExpectedResidual Residual(ChoiceId choice, Bytes bytes) const {
    return correction_->Expect(RunPointOf(choice, bytes));
  }

 private:
  /// The two measured sizes around a size; both are that size where it was measured.
  struct Around {
    Bytes low;
    Bytes high;
    double share = 0;  ///< of the way from low to high
  };
  struct Likeness {
    ChoiceId other;      ///< the predictable choice with the most similar times
    LogRatio ratio = 0;  ///< a choice's time over the time of `other`
  };

  using Test = std::function<bool(ChoiceId choice)>;

  bool Has(ChoiceId choice, Bytes bytes) const {
    return !left_out_.contains(choice) && predictor_->Predict(choice, At(bytes)).has_value();
  }
  /// Returns the Promising choices among the ones that `other` has as well.
  std::vector<ChoiceId> PromisingFor(const CostCurve& other, Bytes bytes, double slack) const;
  /// Returns the choices estimated to take at most `slack` times the best, of `names` that pass
  /// `counts`. Calls `counts` only for choices that are fast enough: it may cost a prediction.
  std::vector<ChoiceId> PromisingAmong(const std::vector<ChoiceId>& names, Bytes bytes,
                                       double slack, const Test& counts) const;
  std::optional<Around> SizesAround(ChoiceId choice, Bytes bytes) const;
  /// Requires the choice to be measured at both sizes.
  std::optional<Likeness> LikenessOf(ChoiceId choice, const Around& around) const;
  std::optional<Seconds> EstimateByLikeness(ChoiceId choice, Bytes bytes) const;
  models::RunPoint RunPointOf(ChoiceId choice, Bytes bytes) const {
    return {choice, bytes, layout_.ranks, layout_.ranks_per_node, At(bytes).root};
  }

  Collective collective_;
  Layout layout_;
  const Predictor* predictor_;
  std::shared_ptr<models::Correction> correction_;  // never nullptr
  RootSet roots_;
  RootSet slower_;
  bool is_complete_ = true;
  const CostCurve* low_ = nullptr;
  const CostCurve* high_ = nullptr;
  std::map<Bytes, std::map<ChoiceId, Candidate>> measured_;
  std::map<ChoiceId, std::string> left_out_;
};

/// Returns the position of `bytes` between `low` (0) and `high` (1) on a logarithmic axis; 0 bytes
/// count as 1.
double ShareBetween(Bytes low, Bytes bytes, Bytes high);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_COST_CURVE_H_
