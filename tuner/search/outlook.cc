#include "tuner/search/outlook.h"

#include <algorithm>
#include <cmath>

#include "tuner/search/judgement.h"
#include "tuner/search/size_independent_choice.h"

namespace colltune::tune {
namespace {

const Belief* Find(const std::vector<Belief>& beliefs, ChoiceId choice) {
  const auto found = std::ranges::find(beliefs, choice, &Belief::choice);
  return found == beliefs.end() ? nullptr : &*found;
}

ChoiceId ChoiceAt(const Measurements& measurements, const Problem& problem,
                  const std::vector<Belief>& beliefs) {
  if (const CostCurve* const curve = measurements.MeasuredAt(problem)) {
    return measurements.DecisionAt(*curve, problem.bytes).choice;
  }
  const auto nearest =
      measurements.SurfaceOf(problem.collective).Nearest(kLibrary, problem, /*count=*/1);
  return nearest.empty() ? kLibrary
                         : Prefer(measurements, problem, nearest.front(), beliefs).choice;
}

/// Returns the choices of a trial: the library, the best, and others that may be better.
std::vector<ChoiceId> ChoicesOf(const Measurements& measurements, const Problem& problem,
                                const std::vector<Belief>& beliefs, double worth) {
  std::vector<ChoiceId> choices = {kLibrary};
  const Belief* const best = FastestOf(beliefs, /*with_library=*/true);
  const Belief* const other = FastestOf(beliefs, /*with_library=*/false);
  for (const Belief& belief : beliefs) {
    if (belief.choice == kLibrary) continue;
    if (&belief == best || &belief == other || ExpectedLoss(*best, belief) > worth) {
      choices.push_back(belief.choice);
    }
  }
  const auto natives = measurements.space().natives.find(problem.collective);
  if (natives == measurements.space().natives.end()) return choices;
  for (const ChoiceId native : natives->second) {
    // Nothing is known of a native that was never timed.
    if (Find(beliefs, native) == nullptr && !measurements.IsLeftOut(problem, native)) {
      choices.push_back(native);
    }
  }
  return choices;
}

Seconds OnceOf(const std::vector<ChoiceId>& choices, const std::vector<Belief>& beliefs) {
  Seconds once{};
  const Belief* const best = FastestOf(beliefs, /*with_library=*/true);
  for (const ChoiceId choice : choices) {
    const Belief* const belief = Find(beliefs, choice);
    // A choice that nothing is known of is taken to be as fast as the best.
    if (const Belief* const as = belief != nullptr ? belief : best) {
      once += Seconds(std::exp(as->mean));
    }
  }
  return once;
}

/// Returns the expected loss of a choice where the library may be faster than it, or slower.
double LossAgainstLibrary(const Measurements& measurements, const Problem& problem, ChoiceId choice,
                          const std::vector<Belief>& beliefs) {
  const Belief& library = *Find(beliefs, kLibrary);
  const Belief* const other = FastestOf(beliefs, /*with_library=*/false);
  if (other == nullptr || (library.is_measured && other->is_measured)) return 0;
  const auto nearest =
      measurements.SurfaceOf(problem.collective).Nearest(kLibrary, problem, /*count=*/1);
  const double distance = measurements.space().metric.Distance(problem, nearest.front());
  const double deviation = std::hypot(library.deviation, other->deviation);
  const double saving = library.mean - other->mean;
  const Calibration& calibration = measurements.CalibrationOf(problem.collective);
  // The library keeps its place where others are faster by less than the margin.
  return choice == kLibrary
             ? calibration.MeanBeyond(distance, deviation,
                                      LogGain(measurements.rule().margin) - saving,
                                      /*real_is_larger=*/true)
             : calibration.MeanBeyond(distance, deviation, saving, /*real_is_larger=*/false);
}

/// Returns the expected loss of a choice, unless it is the library, where another candidate may be
/// faster.
double LossAmongOthers(ChoiceId choice, const std::vector<Belief>& beliefs) {
  const Belief* const chosen = Find(beliefs, choice);
  double most = 0;
  for (const Belief& belief : beliefs) {
    if (choice == kLibrary || chosen == nullptr || belief.choice == kLibrary) continue;
    if (belief.choice == choice || (belief.is_measured && chosen->is_measured)) continue;
    most = std::max(most, ExpectedLoss(*chosen, belief));
  }
  return most;
}

}  // namespace

double WorthOf(double regret) {
  constexpr double kShare = 0.25;
  constexpr double kLeast = 0.001;
  return std::max(kShare * regret, kLeast);
}

Outlook OutlookAt(const Measurements& measurements, const Problem& problem, double worth,
                  Breadth breadth) {
  // Nothing can be decided against a library that fails.
  if (measurements.IsLeftOut(problem, kLibrary)) return {};
  Outlook outlook;
  const std::vector<Belief> beliefs =
      breadth == Breadth::kNear
          ? measurements.BeliefsOf(measurements.PromisingNear(problem), problem)
          : measurements.BeliefsAt(problem);
  const Belief* const library = Find(beliefs, kLibrary);
  outlook.choices = ChoicesOf(measurements, problem, beliefs, worth);
  if (outlook.choices.size() == 1) return {};  // the library alone
  outlook.once = OnceOf(outlook.choices, beliefs);
  if (library == nullptr) {
    outlook.regret = kUnknownRegret;
    return outlook;
  }
  const ChoiceId choice = ChoiceAt(measurements, problem, beliefs);
  outlook.regret = std::max(LossAgainstLibrary(measurements, problem, choice, beliefs),
                            LossAmongOthers(choice, beliefs));
  const bool is_new = std::ranges::any_of(outlook.choices, [&](ChoiceId each) {
    const Belief* const belief = Find(beliefs, each);
    return belief == nullptr || !belief->is_measured;
  });
  if (outlook.regret <= worth || !is_new) outlook.choices.clear();
  return outlook;
}

std::vector<ChoiceId> AllChoices(const Measurements& measurements, const Problem& problem) {
  std::vector<ChoiceId> choices = {kLibrary};
  const auto add = [&](ChoiceId choice) {
    if (!measurements.IsLeftOut(problem, choice)) choices.push_back(choice);
  };
  const auto natives = measurements.space().natives.find(problem.collective);
  if (natives != measurements.space().natives.end()) std::ranges::for_each(natives->second, add);
  const Predictor& predictor = measurements.predictor();
  std::ranges::for_each(predictor.Distinct(problem, predictor.Candidates(problem)), add);
  return choices;
}

std::vector<ChoiceId> CalibrationChoices(const Measurements& measurements, const Problem& problem,
                                         double worth) {
  return ChoicesOf(measurements, problem, measurements.BeliefsAt(problem), worth);
}

}  // namespace colltune::tune
