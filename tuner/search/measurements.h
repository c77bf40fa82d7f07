// The store of a search: everything that was measured, and the decisions that follow from it. Pure:
// no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_SEARCH_MEASUREMENTS_H_
#define COLLTUNE_TUNER_SEARCH_MEASUREMENTS_H_

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "tuner/journal/failures.h"
#include "tuner/problem/search_space.h"
#include "tuner/problem/trial.h"
#include "tuner/search/cost_curve.h"
#include "tuner/search/decide.h"
#include "tuner/search/root_groups.h"

namespace colltune::tune {

class Measurements {
 public:
  /// Makes a curve for each collective and layout of `space`, then one for each collective and
  /// layout between. Requires that `predictor` outlives the measurements.
  Measurements(SearchSpace space, const DecisionRule& rule, const Predictor& predictor);
  Measurements(const Measurements&) = delete;  // curves point to one another
  Measurements& operator=(const Measurements&) = delete;

  const SearchSpace& space() const { return space_; }
  const DecisionRule& rule() const { return rule_; }
  const Predictor& predictor() const { return *predictor_; }

  /// Judges all measurements by another rule from now on.
  void DecideBy(const DecisionRule& rule) { rule_ = rule; }

  /// Curves in this order: one for each collective and layout; one for each collective and layout
  /// between; curves with roots of their own.
  const std::deque<CostCurve>& curves() const { return curves_; }
  CostCurve& curve(std::size_t index) { return curves_[index]; }

  /// Returns the index of the curve that measures a problem; nothing where none does.
  std::optional<std::size_t> Find(const Problem& problem) const;

  /// Adds the timings of a result that has the library's own time: without that time there is
  /// nothing to decide. Returns the index of the trial's curve; nothing without a curve.
  std::optional<std::size_t> Add(const Trial& trial, const TrialResult& result);

  /// Leaves failed candidates out of every curve that the failures concern.
  void Add(const Failures& failures);
  const Failures& failures() const { return failures_; }

  /// Adds a curve for some roots of `whole`, from which it is interpolated; returns its index.
  std::size_t AddCurve(const CostCurve& whole, RootSet roots);

  /// Roots that `curve` decides: its own set, or every root that no sibling curve claims.
  RootSet RootsOf(const CostCurve& curve) const;

  /// Returns the algorithms that are worth measuring: CostCurve::Candidates. Returns all where
  /// times are noisy and the curve has roots of its own: that such roots are like others then rests
  /// on noise.
  std::vector<ChoiceId> CandidatesOf(const CostCurve& curve, Bytes bytes) const;

  /// Returns the library's own algorithms that may be selected, without the failed ones.
  std::vector<ChoiceId> NativesOf(const CostCurve& curve) const;

  /// Returns the decision at a measured size, with its evidence.
  Decision DecisionAt(const CostCurve& curve, Bytes bytes) const;

  /// Returns the choices at measured sizes. At sizes of the grid between two measured ones the
  /// choice with the smaller estimate of the two stands for the rules that will be made.
  Choices ChoicesOf(const CostCurve& curve) const;

 private:
  void AddCurvesBetween();
  void LeaveOutOf(CostCurve& curve) const;

  SearchSpace space_;
  DecisionRule rule_;
  const Predictor* predictor_;
  std::deque<CostCurve> curves_;  // a deque: curves point to one another
  Failures failures_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_MEASUREMENTS_H_
