// The planner of a search: which problem to measure next, from all measurements so far. Pure: no
// MPI, no clock, no files; the same results lead to the same trials.
#ifndef COLLTUNE_TUNER_SEARCH_PLANNER_H_
#define COLLTUNE_TUNER_SEARCH_PLANNER_H_

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "tuner/search/measurements.h"
#include "tuner/search/model_error.h"
#include "tuner/search/refinement.h"
#include "tuner/search/root_planner.h"

namespace colltune::tune {

enum class SearchKind : unsigned char {
  kRace,        ///< candidates that the model thinks can win, at sizes where choices change
  kExhaustive,  ///< every candidate at every size, to the end
  kModel,       ///< no measurement: the model decides
};

/// Names, in the order of SearchKind.
inline constexpr std::array<std::string_view, 3> kSearchKindNames = {"race", "exhaustive", "model"};

/// Time limit for roots other than 0, as a multiple of the time for all else, on homogeneous hosts:
/// there are many such roots. With a limit of 1, on 8 nodes of 8 cores, scatters were left to a
/// library that takes 2.8 times as long as the best.
inline constexpr int kTimeForRoots = 2;

struct PlannerOptions {
  SearchKind kind = SearchKind::kRace;
  int reps = 10;                  ///< least repetitions in a trial: to estimate its cost
  std::optional<Seconds> budget;  ///< of all trials together
  /// Number of kinds of hosts; each makes roots of a kind of its own. Multiplies kTimeForRoots.
  int kinds_of_roots = 1;
};

/// A problem whose decision may be wrong.
struct Uncertainty {
  Problem problem;
  double regret = 0;  ///< expected, as a share of the best time
};

/// Measuring time of all results, by the purpose of their trials.
struct Spending {
  Seconds given{};    ///< SearchSpace::layouts
  Seconds between{};  ///< SearchSpace::between
  Seconds roots{};    ///< curves with roots of their own

  Seconds All() const { return given + between + roots; }
};

/// Each curve begins with measurements at a few sizes, its anchors. Further sizes are measured
/// where a result is expected to save regret.
class Planner {
 public:
  /// Plans for the curves of `measurements`, and adds curves for roots. Requires that
  /// `measurements` outlives the planner, and that only the planner changes it.
  Planner(Measurements& measurements, const PlannerOptions& options);

  /// Returns the next trial. After the anchors of curves that are not interpolated, this is the
  /// trial that is expected to save the most regret per second. Returns nothing when no trial is
  /// worth its time, or when the budget is spent.
  std::optional<Trial> Next();

  /// Returns the trials that do not depend on results of others: all anchors, the first to be run
  /// last.
  std::vector<Trial> FirstTrials() const;

  void Learn(const Trial& trial, const TrialResult& result);

  /// Learns the result of a trial that Next did not return. The problem may still be asked: the
  /// result may lack candidates.
  void LearnAside(const Trial& trial, const TrialResult& result);

  /// Makes Next return nothing once `budget` is spent.
  void LimitTo(Seconds budget) { options_.budget = budget; }

  const Measurements& measurements() const { return measurements_; }
  const std::optional<Seconds>& budget() const { return options_.budget; }
  const Spending& spending() const { return spending_; }
  Seconds spent() const { return spending_.All(); }
  int trials() const { return trials_; }
  /// Estimates how many trials are left; the number falls and rises.
  int left() const;

  /// Returns the problems whose decisions are still uncertain, the largest expected regret first.
  std::vector<Uncertainty> Uncertainties() const;

 private:
  bool IsRace() const { return options_.kind == SearchKind::kRace; }
  const CostCurve& CurveOf(const Refinement& refinement) const {
    return measurements_.curves()[refinement.curve];
  }
  bool Is(const Refinement& refinement, const Problem& problem) const {
    return CurveOf(refinement).At(refinement.bytes) == problem;
  }

  /// Adds a result to the curve of its problem, and returns the curve's index; nothing without one.
  std::optional<std::size_t> Take(const Trial& trial, const TrialResult& result);
  void AddSpending(const CostCurve* curve, Seconds spent);
  Trial TrialFor(const Refinement& refinement) const;
  std::vector<ChoiceId> Contestants(const CostCurve& curve, Bytes bytes) const;
  /// Returns the contestants where ranks do not know sizes, so that one choice serves all sizes.
  /// Prunes candidates that were significantly slower than the library, or have no time, at a
  /// measured size.
  std::vector<ChoiceId> ContestantsForAll(const CostCurve& curve, Bytes bytes) const;
  /// Whether ContestantsForAll has pruned all but the library.
  bool IsSettled(const CostCurve& curve) const;
  std::optional<Refinement> BestOf(std::size_t curve) const;
  std::optional<Refinement> BestOfAll();
  void AddAnchors(std::size_t first_curve);
  void TakeInCurves();
  /// Sets whether all anchors of a curve have been measured.
  void NoteWhetherComplete(std::size_t curve);
  void Split();
  /// Whether roots other than 0 may still be measured: see kTimeForRoots.
  bool HasTimeForRoots() const {
    return spending_.roots <=
           kTimeForRoots * options_.kinds_of_roots * (spending_.given + spending_.between);
  }
  /// Returns the seconds that the application spends in calls that are decided at `bytes`; 1 where
  /// its calls are unknown.
  double CalledFor(const CostCurve& curve, Bytes bytes) const;
  Seconds Cost(const Refinement& refinement) const;

  Measurements& measurements_;
  PlannerOptions options_;
  RootPlanner roots_;
  std::vector<Refinement> anchors_;  // the next one last
  std::vector<std::optional<Refinement>> best_;
  std::vector<bool> stale_;  // by curve: best_ has to be computed again
  std::map<Collective, ModelError> errors_;
  std::set<Problem> was_asked_;
  Spending spending_;
  int trials_ = 0;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_PLANNER_H_
