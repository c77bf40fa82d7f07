// Cost curve of one collective on one layout with a set of roots: times at measured sizes, and
// estimates at all others.
#ifndef COLLTUNE_TUNER_SEARCH_COST_CURVE_H_
#define COLLTUNE_TUNER_SEARCH_COST_CURVE_H_

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiles/decision_table.h"
#include "tuner/problem/predictor.h"

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
  /// that no sibling curve claims, and measures root 0. Requires that `predictor` outlives the
  /// curve.
  CostCurve(Collective collective, const Layout& layout, const Predictor& predictor,
            RootSet roots = {})
      : collective_(collective),
        layout_(layout),
        predictor_(&predictor),
        roots_(std::move(roots)) {}

  /// Interpolates this curve between two neighbours of the same collective: corrections that this
  /// curve does not know are interpolated linearly over the logarithm of ranks. Requires that both
  /// neighbours outlive this curve.
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
  /// - predictable: the prediction times exp(Correction);
  /// - not predictable, but measured at sizes on both sides: the most similar predictable choice's
  ///   estimate, times the ratio to it interpolated between those sizes;
  /// - the same without such a choice: the time interpolated between those sizes;
  /// - else nothing.
  ///
  /// A curve with roots of its own but no measurements takes that ratio or time from its neighbour.
  std::optional<Seconds> Estimate(ChoiceId choice, Bytes bytes) const;

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

  /// Returns the correction of a choice's prediction at `bytes`, measured over predicted:
  /// - measured at some size: interpolated over the logarithm of sizes, and constant beyond them;
  /// - not measured, on an interpolated curve: interpolated between the neighbours' corrections;
  /// - else as the same algorithm with other parameters at the nearest size, on the average;
  /// - else as all measured choices at the nearest size, on the average; 0 without any.
  LogRatio Correction(ChoiceId choice, Bytes bytes) const;

 private:
  using Points = std::map<Bytes, LogRatio>;  // measured / predicted

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
  std::optional<LogRatio> CorrectionOfOthers(ChoiceId choice, Bytes bytes) const;

  Collective collective_;
  Layout layout_;
  const Predictor* predictor_;
  RootSet roots_;
  RootSet slower_;
  bool is_complete_ = true;
  const CostCurve* low_ = nullptr;
  const CostCurve* high_ = nullptr;
  double share_ = 0;  // weight of `high_` in interpolated corrections
  std::map<Bytes, std::map<ChoiceId, Candidate>> measured_;
  std::map<ChoiceId, Points> corrections_;
  std::map<ChoiceId, std::string> left_out_;
};

/// Returns the position of `bytes` between `low` (0) and `high` (1) on a logarithmic axis; 0 bytes
/// count as 1.
double ShareBetween(Bytes low, Bytes bytes, Bytes high);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_COST_CURVE_H_
