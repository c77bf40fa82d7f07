// The store of a search: everything that was measured, and the decisions that follow from it. Pure:
// no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_SEARCH_MEASUREMENTS_H_
#define COLLTUNE_TUNER_SEARCH_MEASUREMENTS_H_

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tuner/journal/failures.h"
#include "tuner/problem/search_space.h"
#include "tuner/problem/trial.h"
#include "tuner/search/belief.h"
#include "tuner/search/calibration.h"
#include "tuner/search/cost_curve.h"
#include "tuner/search/decide.h"
#include "tuner/search/surface.h"

namespace colltune::tune {

class Measurements {
 public:
  /// Makes a curve for each collective, layout and group of roots of `space`. Requires that
  /// `predictor` outlives the measurements.
  Measurements(SearchSpace space, const DecisionRule& rule, const Predictor& predictor);

  const SearchSpace& space() const { return space_; }
  const DecisionRule& rule() const { return rule_; }
  const Predictor& predictor() const { return *predictor_; }

  /// Judges all measurements by another rule from now on.
  void DecideBy(const DecisionRule& rule) { rule_ = rule; }

  const std::vector<CostCurve>& curves() const { return curves_; }
  const Surface& SurfaceOf(Collective collective) const { return surfaces_.at(collective); }

  /// Returns the index of the curve that measures a problem; nothing where none does.
  std::optional<std::size_t> Find(const Problem& problem) const;

  /// Returns the curve that was measured at a problem; nullptr where none was.
  const CostCurve* MeasuredAt(const Problem& problem) const;

  /// Adds the timings of a result that has the library's own time: without that time there is
  /// nothing to decide. Returns the index of the trial's curve; nothing without a curve.
  std::optional<std::size_t> Add(const Trial& trial, const TrialResult& result);

  /// Adds a result that calibrates: it decides for its problem, but nothing is fitted to it. See
  /// Calibration.
  void AddCalibration(const Trial& trial, const TrialResult& result);

  /// Leaves failed candidates out of every curve that the failures concern.
  void Add(const Failures& failures);
  const Failures& failures() const { return failures_; }

  /// Roots that `curve` decides: its own, or every root that no sibling curve names.
  RootSet RootsOf(const CostCurve& curve) const {
    return space_.RootsOf(curve.collective(), curve.layout(), curve.roots());
  }

  /// Returns the sizes, rising, that are decided for the collective, layout and root of a problem:
  /// of the space, and measured ones.
  std::vector<Bytes> SizesAt(const Problem& problem) const;

  /// Returns what is believed of all candidates that may count at a problem: the library first,
  /// where anything is known of it, then all others.
  std::vector<Belief> BeliefsAt(const Problem& problem) const;

  /// See Surface::PromisingNear.
  std::set<ChoiceId> PromisingNear(const Problem& problem) const {
    return SurfaceOf(problem.collective).PromisingNear(problem);
  }

  /// Returns what is believed of the library, of these candidates and of the natives at a problem.
  /// Much faster than BeliefsAt on many ranks: it needs few predictions.
  std::vector<Belief> BeliefsOf(const std::set<ChoiceId>& choices, const Problem& problem) const;

  /// Returns the decision at a measured size, with its evidence.
  Decision DecisionAt(const CostCurve& curve, Bytes bytes) const;

  /// Returns the calibration of a collective; that of all collectives together where its own
  /// residuals are too few.
  const Calibration& CalibrationOf(Collective collective) const {
    const Calibration& own = calibrations_.at(collective);
    return own.IsEnough() ? own : of_all_;
  }
  /// Computes the residuals of a collective anew. To interpolate, measured problems are predicted
  /// without their layout, without themselves, and without all that is not far away: of very many,
  /// some that are evenly drawn. Problems that were held out are predicted from all. To
  /// extrapolate, measured problems on more than half of the nodes are predicted from the others,
  /// on more than a quarter from those on fewer, and so on.
  void Calibrate(Collective collective, bool to_extrapolate = false);

  /// Problems whose results calibrate.
  const std::set<Problem>& held_out() const { return held_out_; }

  /// Estimates the time of a choice at a problem.
  std::optional<Seconds> EstimateAt(ChoiceId choice, const Problem& problem) const;

  /// Returns what is believed of a choice at a problem: by its own measurement where it has one,
  /// even if the problem was held out.
  std::optional<Belief> BeliefOf(ChoiceId choice, const Problem& problem) const;

  bool IsLeftOut(const Problem& problem, ChoiceId choice) const {
    return failures_.Find(LeftOutOf(problem, choice)) != nullptr;
  }

 private:
  void LeaveOutOf(CostCurve& curve);
  /// Returns what is believed of a choice at a problem, but for timings at problems that pass
  /// `hides`.
  std::optional<Belief> BeliefIn(ChoiceId choice, const Problem& problem,
                                 const Hides& hides = {}) const;
  void AddNatives(const Problem& problem, std::vector<Belief>& beliefs) const;
  std::optional<Residual> ResidualAt(const Problem& problem,
                                     const std::map<ChoiceId, Candidate>& timed,
                                     const Hides& hides) const;

  using CurveKey = std::tuple<Collective, Layout, Rank>;

  SearchSpace space_;
  DecisionRule rule_;
  const Predictor* predictor_;
  std::vector<CostCurve> curves_;
  std::map<CurveKey, std::size_t> places_;  // of curves, by what they measure
  std::map<Collective, Surface> surfaces_;
  std::map<Collective, Calibration> calibrations_;
  Calibration of_all_;
  std::set<Problem> held_out_;
  Failures failures_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_MEASUREMENTS_H_
