#include "tuner/search/measurements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "algorithms/buffers.h"

namespace colltune::tune {
namespace {

const Candidate* LibraryIn(const std::vector<Candidate>& timings) {
  const auto found = std::ranges::find(timings, kLibrary, &Candidate::choice);
  return found != timings.end() && IsKnown(*found) ? &*found : nullptr;
}

bool HaveSameRanks(const Problem& a, const Problem& b) {
  return a.layout.ranks == b.layout.ranks && a.layout.ranks_per_node == b.layout.ranks_per_node;
}

int NodesOf(const Problem& problem) { return SizeOf(problem.layout).nodes; }

/// Returns the most nodes on which a collective was measured; 0 where it was not.
int MostNodes(const std::vector<CostCurve>& curves, Collective collective) {
  int most = 0;
  for (const CostCurve& curve : curves) {
    if (curve.collective() != collective || curve.measured().empty()) continue;
    most = std::max(most, SizeOf(curve.layout()).nodes);
  }
  return most;
}

/// Number of measured problems that a calibration predicts again: each takes about 0.3 ms, and more
/// of them move no quantile by much.
constexpr std::size_t kPredictedAgain = 256;

/// Whether item i is one of `most` that are evenly drawn from `count`.
constexpr bool IsDrawn(std::size_t i, std::size_t count, std::size_t most) {
  return count <= most || i * most / count != (i + 1) * most / count;
}

/// Fewest ranks that tell how a library goes on on more of them: on fewer, most trees are one.
constexpr int kLeastTrees = 4;

}  // namespace

Measurements::Measurements(SearchSpace space, const DecisionRule& rule, const Predictor& predictor)
    : space_(std::move(space)), rule_(rule), predictor_(&predictor) {
  for (const Collective collective : space_.collectives) {
    surfaces_.emplace(collective, Surface(predictor, space_.metric));
    calibrations_[collective];
    for (const Layout& layout : space_.layouts) {
      if (!space_.Calls(collective, layout)) continue;
      for (const RootGroup& group : space_.GroupsOf(collective, layout)) {
        places_[{collective, layout, group.measured}] = curves_.size();
        curves_.emplace_back(collective, layout, group);
      }
    }
  }
}

std::optional<std::size_t> Measurements::Find(const Problem& problem) const {
  const auto found = places_.find({problem.collective, problem.layout, problem.root});
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

const CostCurve* Measurements::MeasuredAt(const Problem& problem) const {
  const auto found = Find(problem);
  if (!found || !curves_[*found].measured().contains(problem.bytes)) return nullptr;
  return &curves_[*found];
}

std::optional<std::size_t> Measurements::Add(const Trial& trial, const TrialResult& result) {
  const auto found = Find(trial.problem);
  if (LibraryIn(result.timings) == nullptr) return found;
  Surface& surface = surfaces_.at(trial.problem.collective);
  for (const Candidate& timing : result.timings) {
    if (IsKnown(timing) && !IsLeftOut(trial.problem, timing.choice)) {
      surface.Add(trial.problem, timing);
    }
  }
  if (found) curves_[*found].Add(trial.problem.bytes, result.timings);
  return found;
}

void Measurements::AddCalibration(const Trial& trial, const TrialResult& result) {
  if (LibraryIn(result.timings) == nullptr) return;
  if (const auto found = Find(trial.problem)) {
    curves_[*found].Add(trial.problem.bytes, result.timings);
    held_out_.insert(trial.problem);
  }
}

void Measurements::Add(const Failures& failures) {
  if (failures.all().empty()) return;
  for (const auto& [what, reason] : failures.all()) failures_.Add(what, reason);
  for (CostCurve& curve : curves_) LeaveOutOf(curve);
}

/// Leaves out of `curve` all failed candidates of its collective, layout and kind of root.
void Measurements::LeaveOutOf(CostCurve& curve) {
  for (const auto& [what, reason] : failures_.all()) {
    const bool concerns = what.collective == curve.collective() && what.layout == curve.layout() &&
                          (what.with_other_root ? RootsOf(curve).back().last != 0
                                                : RootsOf(curve).front().first == 0);
    if (concerns && what.choice != kLibrary) curve.LeaveOut(what.choice, reason);
  }
}

std::vector<Bytes> Measurements::SizesAt(const Problem& problem) const {
  const std::vector<Bytes> given = space_.SizesOf(problem.collective, problem.layout);
  std::set<Bytes> sizes(given.begin(), given.end());
  if (const auto found = Find(problem)) {
    for (const auto& [bytes, point] : curves_[*found].measured()) sizes.insert(bytes);
  }
  return {sizes.begin(), sizes.end()};
}

std::optional<Belief> Measurements::BeliefIn(ChoiceId choice, const Problem& problem,
                                             const Hides& hides) const {
  if (IsLeftOut(problem, choice)) return std::nullopt;
  const Surface& surface = SurfaceOf(problem.collective);
  const auto estimate = surface.Expect(choice, problem, hides);
  if (!estimate) return std::nullopt;
  const bool is_measured = !hides && surface.Find(choice, problem) != nullptr;
  return Belief{choice, std::log(estimate->time.count()), estimate->deviation, is_measured};
}

void Measurements::AddNatives(const Problem& problem, std::vector<Belief>& beliefs) const {
  const auto natives = space_.natives.find(problem.collective);
  if (natives == space_.natives.end()) return;
  for (const ChoiceId native : natives->second) {
    if (const auto belief = BeliefIn(native, problem)) beliefs.push_back(*belief);
  }
}

std::vector<Belief> Measurements::BeliefsAt(const Problem& problem) const {
  const Surface& surface = SurfaceOf(problem.collective);
  std::vector<Belief> beliefs;
  if (const auto library = BeliefIn(kLibrary, problem)) beliefs.push_back(*library);
  std::vector<std::pair<double, ChoiceId>> by_time;
  for (const auto& [choice, predicted] : surface.Predictions(problem)) {
    by_time.emplace_back(predicted, choice);
  }
  std::ranges::sort(by_time);
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [predicted, choice] : by_time) {
    // No correction makes the candidate the best. One choice serves all sizes where ranks do not
    // know them: also one that is slow at this size.
    const bool counts = surface.Find(choice, problem) != nullptr || !KnowsSizes(problem.collective);
    if (!counts && predicted > least + surface.MostCorrection(problem)) continue;
    const auto belief = BeliefIn(choice, problem);
    if (!belief) continue;
    least = std::min(least, belief->mean);
    beliefs.push_back(*belief);
  }
  AddNatives(problem, beliefs);
  return beliefs;
}

std::vector<Belief> Measurements::BeliefsOf(const std::set<ChoiceId>& choices,
                                            const Problem& problem) const {
  std::vector<Belief> beliefs;
  if (const auto library = BeliefIn(kLibrary, problem)) beliefs.push_back(*library);
  for (const ChoiceId choice : choices) {
    if (const auto belief = BeliefIn(choice, problem)) beliefs.push_back(*belief);
  }
  AddNatives(problem, beliefs);
  return beliefs;
}

Decision Measurements::DecisionAt(const CostCurve& curve, Bytes bytes) const {
  std::vector<Candidate> candidates;
  const auto& point = curve.measured().at(bytes);
  const auto& predictions = SurfaceOf(curve.collective()).Predictions(curve.At(bytes));
  const auto predicted = [&](ChoiceId choice) -> std::optional<Seconds> {
    const auto found = predictions.find(choice);
    if (found == predictions.end()) return std::nullopt;
    return Seconds(std::exp(found->second));
  };
  for (const auto& [choice, candidate] : point) {
    candidates.push_back(candidate);
    candidates.back().predicted = predicted(choice);
  }
  for (const auto& [choice, time] : predictions) {
    if (point.contains(choice) || curve.left_out().contains(choice)) continue;
    candidates.push_back({choice, 0, {}, {}, {}, predicted(choice)});
  }
  Decision decision = Decide(rule_, bytes, std::move(candidates));
  for (const auto& [choice, reason] : curve.left_out()) {
    decision.evidence.reason += fmt::format("; {} is left out: {}", choice, reason);
  }
  return decision;
}

/// Returns the residual of the saving that is expected at a measured problem of the candidate that
/// looks best among the timed ones; nothing where nothing else tells what the library takes.
std::optional<Residual> Measurements::ResidualAt(const Problem& problem,
                                                 const std::map<ChoiceId, Candidate>& timed,
                                                 const Hides& hides) const {
  const auto of_library = timed.find(kLibrary);
  if (of_library == timed.end()) return std::nullopt;
  const auto nearest = SurfaceOf(problem.collective).Nearest(kLibrary, problem, /*count=*/1, hides);
  const auto library = BeliefIn(kLibrary, problem, hides);
  if (nearest.empty() || !library) return std::nullopt;
  std::optional<Belief> best;
  for (const auto& [choice, timing] : timed) {
    if (choice == kLibrary) continue;
    const auto belief = BeliefIn(choice, problem, hides);
    if (belief && (!best || belief->mean < best->mean)) best = belief;
  }
  if (!best) return std::nullopt;
  const double real = std::log(of_library->second.median / timed.at(best->choice).median);
  return Residual{space_.metric.Distance(problem, nearest.front()),
                  std::hypot(library->deviation, best->deviation),
                  library->mean - best->mean - real};
}

void Measurements::Calibrate(Collective collective, bool to_extrapolate) {
  Calibration& calibration = calibrations_.at(collective);
  calibration.Clear();
  const int most = to_extrapolate ? MostNodes(curves_, collective) : 0;
  std::size_t count = 0;
  for (const CostCurve& curve : curves_) {
    if (curve.collective() == collective) count += curve.measured().size();
  }
  std::size_t index = 0;
  for (const CostCurve& curve : curves_) {
    if (curve.collective() != collective) continue;
    for (const auto& [bytes, timed] : curve.measured()) {
      const Problem problem = curve.At(bytes);
      const bool is_drawn = IsDrawn(index++, count, kPredictedAgain);
      const auto add = [&, &timed = timed](const Hides& hides) {
        auto residual = ResidualAt(problem, timed, hides);
        if (!residual) return;
        // All layouts beyond what is known are alike, however far.
        if (to_extrapolate) residual->distance = std::numeric_limits<double>::infinity();
        calibration.Add(*residual);
      };
      if (to_extrapolate) {
        for (int known = most / 2; known * problem.layout.ranks_per_node >= kLeastTrees;
             known /= 2) {
          if (NodesOf(problem) <= known) continue;
          add([&](const Problem& at) { return NodesOf(at) > known; });
        }
      } else if (held_out_.contains(problem)) {
        add({});
      } else if (is_drawn) {
        add([&](const Problem& at) { return HaveSameRanks(at, problem); });
        add([&](const Problem& at) {
          return HaveSameRanks(at, problem) && at.bytes == problem.bytes && at.root == problem.root;
        });
        add([&, own = space_.metric.PositionOf(problem)](const Problem& at) {
          return Metric::Distance(space_.metric.PositionOf(at), own) <= kFarAway;
        });
      }
    }
  }
  of_all_.Clear();
  for (const auto& [each, residuals] : calibrations_) {
    for (const Residual& residual : residuals.residuals()) of_all_.Add(residual);
  }
}

std::optional<Seconds> Measurements::EstimateAt(ChoiceId choice, const Problem& problem) const {
  if (IsLeftOut(problem, choice)) return std::nullopt;
  const auto estimate = SurfaceOf(problem.collective).Expect(choice, problem);
  return estimate ? std::optional(estimate->time) : std::nullopt;
}

std::optional<Belief> Measurements::BeliefOf(ChoiceId choice, const Problem& problem) const {
  const CostCurve* const curve = MeasuredAt(problem);
  const Candidate* const timing = curve == nullptr ? nullptr : curve->Find(problem.bytes, choice);
  if (timing == nullptr || IsLeftOut(problem, choice)) return BeliefIn(choice, problem);
  return Belief{choice, std::log(timing->median.count()), 0, /*is_measured=*/true};
}

}  // namespace colltune::tune
