#include "tuner/search/judgement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "tuner/search/served.h"
#include "tuner/search/size_independent_choice.h"

namespace colltune::tune {
namespace {

/// Number of expected candidates that stand in the evidence.
constexpr std::size_t kShown = 3;

double Percent(double logarithm) { return 100 * std::expm1(logarithm); }

std::string LayoutText(const Layout& layout) {
  return fmt::format("{} ranks, {} per node", layout.ranks, layout.ranks_per_node);
}

/// Returns the nearest problems where the library was timed: the nearest of all, and the nearest on
/// another layout.
std::vector<Problem> Neighbours(const Measurements& measurements, const Problem& problem) {
  constexpr std::size_t kSeen = 32;
  std::vector<Problem> from;
  for (const Problem& near :
       measurements.SurfaceOf(problem.collective).Nearest(kLibrary, problem, kSeen)) {
    if (from.empty() || near.layout != from.front().layout) from.push_back(near);
    if (from.size() == 2) break;
  }
  return from;
}

std::string FromText(const std::vector<Problem>& from) {
  if (from.size() < 2) return LayoutText(from.front().layout);
  return fmt::format("{}, and {}", LayoutText(from[0].layout), LayoutText(from[1].layout));
}

Problem WithSize(Problem problem, Bytes bytes) {
  problem.bytes = bytes;
  return problem;
}

Candidate Expected(const Belief& belief) {
  return {belief.choice, 0, {}, {}, {}, Seconds(std::exp(belief.mean))};
}

/// Returns the library and the best other candidates as evidence, the fastest first.
std::vector<Candidate> Shown(std::vector<Belief> beliefs) {
  std::ranges::stable_sort(beliefs, {}, &Belief::mean);
  std::vector<Candidate> shown;
  for (const Belief& belief : beliefs) {
    if (shown.size() < kShown || belief.choice == kLibrary) shown.push_back(Expected(belief));
  }
  return shown;
}

/// Returns the error of a saving that is expected at a problem.
double WithinAt(const Measurements& measurements, const Problem& problem, const Problem& nearest,
                const Belief& library, const Belief& other) {
  return measurements.CalibrationOf(problem.collective)
      .Within(measurements.space().metric.Distance(problem, nearest),
              std::hypot(library.deviation, other.deviation));
}

/// Returns the library, and the candidates that are significantly faster at a measured problem.
std::vector<Contender> Measured(const Evidence& evidence) {
  const Candidate& library = *evidence.Find(kLibrary);
  std::vector<Contender> contenders;
  for (const Candidate& candidate : evidence.candidates) {
    if (candidate.samples == 0) continue;
    if (candidate.choice != kLibrary && candidate.high >= library.low) continue;
    contenders.push_back({candidate.choice, std::log(candidate.median.count())});
  }
  return contenders;
}

/// Returns what is believed of the candidates, the library first, at a problem that was not
/// measured.
std::vector<Contender> Believed(const Measurements& measurements, const Problem& problem,
                                const Problem& nearest, const std::vector<Belief>& beliefs) {
  std::vector<Contender> contenders;
  for (const Belief& belief : beliefs) {
    contenders.push_back({belief.choice, belief.mean,
                          WithinAt(measurements, problem, nearest, beliefs.front(), belief)});
  }
  return contenders;
}

/// Returns what is believed of candidates at a problem, the library first: by the problem's own
/// measurement where there is one, even if it was held out.
std::vector<Belief> KnownOrBelieved(const Measurements& measurements,
                                    const std::set<ChoiceId>& choices, const Problem& problem) {
  std::vector<Belief> beliefs = measurements.BeliefsOf(choices, problem);
  const CostCurve* const curve = measurements.MeasuredAt(problem);
  if (curve == nullptr) return beliefs;
  for (const auto& [choice, timing] : curve->measured().at(problem.bytes)) {
    const auto own = measurements.BeliefOf(choice, problem);
    if (!own) continue;
    const auto known = std::ranges::find(beliefs, choice, &Belief::choice);
    if (known != beliefs.end()) {
      *known = *own;
    } else {
      beliefs.insert(choice == kLibrary ? beliefs.begin() : beliefs.end(), *own);
    }
  }
  return beliefs;
}

Judgement Unknown(Bytes bytes, const std::string& reason) {
  Judgement judgement;
  judgement.decision = {kLibrary, {bytes, {}, reason}};
  return judgement;
}

/// A judgement by expectations, and the beliefs that it rests on: the library's first.
struct Interpolated {
  Judgement judgement;
  std::vector<Belief> beliefs = {};
};

Interpolated InterpolateWithBeliefs(const Measurements& measurements, const Problem& problem) {
  Judgement judgement;
  judgement.from = Neighbours(measurements, problem);
  if (judgement.from.empty()) {
    return {Unknown(problem.bytes, "not measured, and nothing near tells what the library takes")};
  }
  std::vector<Belief> beliefs =
      measurements.BeliefsOf(measurements.PromisingNear(problem), problem);
  const Preference preference = Prefer(measurements, problem, judgement.from.front(), beliefs);
  if (preference.best == ChoiceId()) {
    return {Unknown(problem.bytes, "not measured, and no candidate can be predicted")};
  }
  judgement.within = preference.within;
  judgement.decision = {
      preference.choice,
      {problem.bytes, Shown(beliefs),
       fmt::format("not measured: from {}, {} is expected to take {:.3g} of the library's time, "
                   "within {:.2g} %: {}",
                   FromText(judgement.from), preference.best, std::exp(-preference.saving),
                   Percent(preference.within),
                   preference.choice == kLibrary ? "it may not be faster by more than the margin"
                                                 : "it is chosen")}};
  return {std::move(judgement), std::move(beliefs)};
}

}  // namespace

Preference Prefer(const Measurements& measurements, const Problem& problem, const Problem& nearest,
                  const std::vector<Belief>& beliefs) {
  const Belief* const best = FastestOf(beliefs, /*with_library=*/false);
  if (best == nullptr || beliefs.front().choice != kLibrary) return {kLibrary, {}, 0, 0};
  const Belief& library = beliefs.front();
  Preference preference{kLibrary, best->choice, library.mean - best->mean,
                        WithinAt(measurements, problem, nearest, library, *best)};
  if (preference.saving > LogGain(measurements.rule().margin) + preference.within) {
    preference.choice = best->choice;
  }
  return preference;
}

Judgement Judge(const Measurements& measurements, const Problem& problem) {
  Judgement judgement;
  std::vector<Belief> beliefs;
  if (const CostCurve* const curve = measurements.MeasuredAt(problem)) {
    judgement.decision = measurements.DecisionAt(*curve, problem.bytes);
    judgement.is_measured = true;
  } else {
    Interpolated interpolated = InterpolateWithBeliefs(measurements, problem);
    judgement = std::move(interpolated.judgement);
    beliefs = std::move(interpolated.beliefs);
  }
  Decision& decision = judgement.decision;
  if (decision.choice == kLibrary) return judgement;
  const std::vector<Problem> served = ServedBy(measurements.space(), problem);
  if (served.empty()) return judgement;
  const ChoiceId choice = SuitsAll(
      measurements, problem, served,
      judgement.is_measured ? Measured(decision.evidence)
                            : Believed(measurements, problem, judgement.from.front(), beliefs));
  if (choice == decision.choice) return judgement;
  decision.evidence.reason += fmt::format(
      "; but is expected to be slower than {} with other roots or on other ranks", choice);
  decision.choice = choice;
  decision.is_for_others = true;
  return judgement;
}

Judgement Interpolate(const Measurements& measurements, const Problem& problem) {
  return InterpolateWithBeliefs(measurements, problem).judgement;
}

std::optional<double> RegretOfInterpolation(const Measurements& measurements,
                                            const Problem& problem) {
  const CostCurve& curve = measurements.curves()[*measurements.Find(problem)];
  const Candidate* const chosen =
      curve.Find(problem.bytes, Interpolate(measurements, problem).decision.choice);
  if (chosen == nullptr) return std::nullopt;
  Seconds best = chosen->median;
  for (const auto& [choice, timing] : curve.measured().at(problem.bytes)) {
    best = std::min(best, timing.median);
  }
  return chosen->median / best - 1;
}

Judgement JudgeUnknownSizes(const Measurements& measurements, const Problem& problem) {
  struct Gain {
    double saving = 0;  ///< sum over the sizes
    double within = 0;  ///< sum of the expectations' errors
    std::size_t sizes = 0;
    bool is_slower = false;
  };
  std::map<ChoiceId, Gain> gains;
  Judgement judgement;
  judgement.is_measured = true;
  const auto found = measurements.Find(problem);
  const std::vector<Bytes> sizes = measurements.SizesAt(problem);
  std::set<ChoiceId> choices;
  for (const Bytes bytes : sizes)
    choices.merge(measurements.PromisingNear(WithSize(problem, bytes)));
  for (const Bytes bytes : sizes) {
    const Problem at = WithSize(problem, bytes);
    const std::vector<Problem> from = Neighbours(measurements, at);
    const std::vector<Belief> beliefs = KnownOrBelieved(measurements, choices, at);
    if (beliefs.empty() || beliefs.front().choice != kLibrary) {
      return Unknown(problem.bytes, "not measured, and nothing near tells what the library takes");
    }
    const Belief& library = beliefs.front();
    if (!library.is_measured) judgement.is_measured = false;
    if (judgement.from.empty()) judgement.from = from;
    for (const Belief& belief : beliefs) {
      if (belief.choice == kLibrary) continue;
      Gain& gain = gains[belief.choice];
      const double saving = library.mean - belief.mean;
      gain.saving += saving;
      ++gain.sizes;
      if (belief.is_measured && library.is_measured) {
        const CostCurve& curve = measurements.curves()[*found];
        gain.is_slower = gain.is_slower ||
                         curve.Find(bytes, belief.choice)->low > curve.Find(bytes, kLibrary)->high;
      } else {
        const double within =
            WithinAt(measurements, at, from.empty() ? at : from.front(), library, belief);
        gain.within += within;
        gain.is_slower = gain.is_slower || saving < -within;
      }
    }
  }
  const auto count = static_cast<double>(sizes.size());
  judgement.decision.choice = kLibrary;
  double most = LogGain(measurements.rule().margin);
  for (const auto& [choice, gain] : gains) {
    if (gain.sizes < sizes.size() || gain.is_slower) continue;
    const double sure = (gain.saving - gain.within) / count;
    if (sure <= most) continue;
    most = sure;
    judgement.decision.choice = choice;
    judgement.within = gain.within / count;
  }
  const ChoiceId choice = judgement.decision.choice;
  judgement.decision.evidence.reason =
      choice == kLibrary
          ? "none is faster on the average and slower nowhere"
          : fmt::format("{} takes {:.3g} of the library's time on the average, and more nowhere",
                        choice, std::exp(-gains.at(choice).saving / count));
  return judgement;
}

}  // namespace colltune::tune
