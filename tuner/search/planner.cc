#include "tuner/search/planner.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

#include "algorithms/buffers.h"
#include "tuner/search/size_independent_choice.h"

namespace colltune::tune {
namespace {

/// Distance between anchors, in sizes of the grid; larger where neighbours already tell at which
/// sizes choices change.
constexpr std::size_t kAnchorStep = 4;
constexpr std::size_t kInterpolatedStep = 8;

/// Returns the order of anchors, the smallest first: the bytes that cross the network and a little
/// for each message, over the ranks. Among cheap anchors the largest layouts, which applications
/// use, come first.
double RoughCost(const CostCurve& curve, Bytes bytes) {
  constexpr double kMessage = 1024;  // bytes that take about as long as the message itself
  const double ranks = curve.layout().ranks;
  constexpr Bytes kMuch{1 << 30};
  const Bytes block = LargestBlock(curve.collective(), curve.layout().ranks, kMuch);
  const double blocks =
      block.count > 0 ? static_cast<double>(kMuch.count) / static_cast<double>(block.count) : 0;
  return (kMessage + blocks * static_cast<double>(bytes.count)) / ranks;
}

bool HasFailed(const TrialResult& result) {
  return std::ranges::any_of(result.timings,
                             [](const Candidate& timing) { return !timing.failed.empty(); });
}

}  // namespace

Planner::Planner(Measurements& measurements, const PlannerOptions& options)
    : measurements_(measurements), options_(options), roots_(measurements) {
  for (const Collective collective : measurements.space().collectives) errors_[collective];
  AddAnchors(0);
}

void Planner::AddAnchors(std::size_t first_curve) {
  if (options_.kind != SearchKind::kModel) {
    const SearchSpace& space = measurements_.space();
    for (std::size_t i = first_curve; i < measurements_.curves().size(); ++i) {
      const CostCurve& curve = measurements_.curves()[i];
      const bool is_told = curve.is_interpolated() && KnowsSizes(curve.collective());
      const std::size_t race_step = is_told ? kInterpolatedStep : kAnchorStep;
      const bool all = options_.kind == SearchKind::kExhaustive || !space.workload.empty();
      const std::size_t step = all ? 1 : race_step;
      const std::vector<Bytes> sizes = space.SizesOf(curve.collective(), curve.layout());
      for (std::size_t at = 0; at < sizes.size(); ++at) {
        if (at % step != 0 && at + 1 != sizes.size()) continue;
        const auto saving = roots_.SavingOf(i);
        anchors_.push_back({i, sizes[at], saving ? *saving : CalledFor(curve, sizes[at])});
      }
    }
  }
  TakeInCurves();
}

/// Makes room for what is known of each curve, after curves or anchors were added.
void Planner::TakeInCurves() {
  best_.resize(measurements_.curves().size());
  stale_.resize(measurements_.curves().size(), true);
  std::ranges::stable_sort(anchors_, std::greater(), [this](const Refinement& anchor) {
    const CostCurve& curve = CurveOf(anchor);
    return std::tuple(curve.is_interpolated(), -anchor.value, RoughCost(curve, anchor.bytes));
  });
  for (std::size_t i = 0; i < best_.size(); ++i) measurements_.curve(i).set_complete(true);
  for (const Refinement& anchor : anchors_) measurements_.curve(anchor.curve).set_complete(false);
}

void Planner::NoteWhetherComplete(std::size_t curve) {
  measurements_.curve(curve).set_complete(std::ranges::find(anchors_, curve, &Refinement::curve) ==
                                          anchors_.end());
}

double Planner::CalledFor(const CostCurve& curve, Bytes bytes) const {
  const Workload& workload = measurements_.space().workload;
  const auto calls = workload.find({curve.collective(), curve.layout()});
  if (calls == workload.end()) return 1;
  const auto size = calls->second.find(bytes);
  // One choice serves all sizes where ranks do not know them.
  return (size == calls->second.end() ? calls->second.begin() : size)->second.count();
}

std::optional<Trial> Planner::Next() {
  const bool is_over = options_.budget && spent() >= *options_.budget;
  if (is_over || (roots_.has_split() && !HasTimeForRoots())) {
    // Split also without time to measure other roots: curves then know the roots to leave to the
    // library.
    if (!roots_.has_split() && IsRace()) Split();
    return std::nullopt;
  }
  const bool is_first = !anchors_.empty() && !CurveOf(anchors_.back()).is_interpolated();
  if (is_first) return TrialFor(anchors_.back());
  if (IsRace()) {
    if (const auto best = BestOfAll()) return TrialFor(*best);
  }
  if (!anchors_.empty()) return TrialFor(anchors_.back());
  if (!IsRace()) return std::nullopt;
  if (!roots_.has_split()) {
    Split();
  } else {
    const bool has_more = roots_.Halve(anchors_);
    TakeInCurves();
    if (!has_more) return std::nullopt;
  }
  return Next();
}

void Planner::Split() {
  const std::size_t count = measurements_.curves().size();
  roots_.Split();
  AddAnchors(count);
}

std::optional<Refinement> Planner::BestOf(std::size_t curve) const {
  const ModelError& error = errors_.at(measurements_.curves()[curve].collective());
  return RefinementFinder(measurements_, curve, error).Best([this](const Problem& problem) {
    return was_asked_.contains(problem);
  });
}

std::optional<Refinement> Planner::BestOfAll() {
  std::optional<Refinement> best;
  double most = 0;
  for (std::size_t i = 0; i < best_.size(); ++i) {
    if (stale_[i]) best_[i] = BestOf(i);
    stale_[i] = false;
    if (!best_[i]) continue;
    const double rate = best_[i]->value / Cost(*best_[i]).count();
    if (rate <= most) continue;
    most = rate;
    best = best_[i];
  }
  return best;
}

Trial Planner::TrialFor(const Refinement& refinement) const {
  const CostCurve& curve = CurveOf(refinement);
  if (refinement.checked.empty()) {
    return {curve.At(refinement.bytes), Contestants(curve, refinement.bytes)};
  }
  Trial trial{curve.At(refinement.bytes), {kLibrary}};
  for (const ChoiceId choice : refinement.checked) {
    if (std::ranges::find(trial.choices, choice) == trial.choices.end()) {
      trial.choices.push_back(choice);
    }
  }
  return trial;
}

std::vector<Trial> Planner::FirstTrials() const {
  std::vector<Trial> trials;
  for (const Refinement& anchor : anchors_) trials.push_back(TrialFor(anchor));
  return trials;
}

void Planner::Learn(const Trial& trial, const TrialResult& result) {
  const auto curve = Take(trial, result);
  was_asked_.insert(trial.problem);
  const bool is_settled = curve && IsSettled(measurements_.curves()[*curve]);
  std::erase_if(anchors_, [&](const Refinement& anchor) {
    return Is(anchor, trial.problem) || (is_settled && anchor.curve == *curve);
  });
  if (!curve) return;
  NoteWhetherComplete(*curve);
  const CostCurve& measured = measurements_.curves()[*curve];
  if (measured.is_complete() && !measured.measured().empty()) roots_.StandForItself(*curve);
}

void Planner::LearnAside(const Trial& trial, const TrialResult& result) {
  const auto curve = Take(trial, result);
  const bool is_anchor = std::ranges::any_of(
      anchors_, [&](const Refinement& anchor) { return Is(anchor, trial.problem); });
  if (!curve || is_anchor || was_asked_.contains(trial.problem)) return;
  anchors_.push_back({*curve, trial.problem.bytes, 1});
  NoteWhetherComplete(*curve);
}

bool Planner::IsSettled(const CostCurve& curve) const {
  return IsRace() && !KnowsSizes(curve.collective()) && !curve.measured().empty() &&
         ContestantsForAll(curve, Bytes{}).size() == 1;
}

std::optional<std::size_t> Planner::Take(const Trial& trial, const TrialResult& result) {
  ++trials_;
  if (HasFailed(result)) {
    Failures failures;
    failures.Add(trial, result);
    measurements_.Add(failures);
    stale_.assign(stale_.size(), true);
  }
  const auto found = measurements_.Find(trial.problem);
  AddSpending(found ? &measurements_.curves()[*found] : nullptr, result.spent);
  if (!found) return found;
  const CostCurve& curve = measurements_.curves()[*found];
  for (const Candidate& timing : result.timings) {
    const auto estimate = curve.UncertainEstimate(timing.choice, trial.problem.bytes);
    const bool has_model =
        measurements_.predictor().Predict(timing.choice, trial.problem).has_value();
    if (timing.samples > 0 && estimate && has_model) {
      errors_.at(curve.collective()).Add(*estimate, timing.median);
    }
  }
  measurements_.Add(trial, result);
  stale_[*found] = true;
  return found;
}

void Planner::AddSpending(const CostCurve* curve, Seconds spent) {
  if (curve == nullptr || (curve->roots().empty() && !curve->is_interpolated())) {
    spending_.given += spent;
  } else if (curve->roots().empty()) {
    spending_.between += spent;
  } else {
    spending_.roots += spent;
  }
}

std::vector<ChoiceId> Planner::Contestants(const CostCurve& curve, Bytes bytes) const {
  if (IsRace() && !KnowsSizes(curve.collective())) return ContestantsForAll(curve, bytes);
  const std::vector<ChoiceId> all = measurements_.CandidatesOf(curve, bytes);
  std::map<ChoiceId, Estimate> estimates;
  Estimate best{Seconds(std::numeric_limits<double>::infinity())};
  for (const ChoiceId name : all) {
    const auto estimate = curve.UncertainEstimate(name, bytes);
    if (!estimate) continue;
    estimates.emplace(name, *estimate);
    if (estimate->time < best.time) best = *estimate;
  }
  const ModelError& error = errors_.at(curve.collective());
  const auto may_win = [&](const Estimate& estimate) {
    return estimate.time <= error.Slack(best.deviation, estimate.deviation) * best.time;
  };
  std::vector<ChoiceId> names = {kLibrary};
  for (const ChoiceId name : measurements_.NativesOf(curve)) {
    const auto estimate = curve.UncertainEstimate(name, bytes);
    if (!estimate || may_win(*estimate)) names.push_back(name);
  }
  for (const ChoiceId name : all) {
    const auto found = estimates.find(name);
    if (IsRace() && found != estimates.end() && !may_win(found->second)) continue;
    names.push_back(name);
  }
  return names;
}

std::vector<ChoiceId> Planner::ContestantsForAll(const CostCurve& curve, Bytes bytes) const {
  std::vector<ChoiceId> names = {kLibrary};
  std::ranges::copy(measurements_.NativesOf(curve), std::back_inserter(names));
  std::ranges::copy(measurements_.CandidatesOf(curve, bytes), std::back_inserter(names));
  if (!curve.measured().empty()) {
    std::erase_if(names, [&](ChoiceId name) {
      return name != kLibrary && !GainAtAllSizes(curve.measured(), name);
    });
  }
  return names;
}

Seconds Planner::Cost(const Refinement& refinement) const {
  const CostCurve& curve = CurveOf(refinement);
  Seconds all{};
  for (const ChoiceId name : TrialFor(refinement).choices) {
    if (const auto estimate = curve.Estimate(name, refinement.bytes)) all += *estimate;
  }
  return all * options_.reps;
}

int Planner::left() const {
  int open = static_cast<int>(anchors_.size());
  for (const auto& refinement : best_) open += refinement.has_value();
  return open;
}

std::vector<Uncertainty> Planner::Uncertainties() const {
  std::vector<Uncertainty> uncertainties;
  for (const Refinement& anchor : anchors_) {
    const CostCurve& curve = CurveOf(anchor);
    const double deviation = curve.Residual(kLibrary, anchor.bytes).deviation;
    uncertainties.push_back(
        {curve.At(anchor.bytes), errors_.at(curve.collective()).Level(deviation)});
  }
  for (std::size_t i = 0; IsRace() && i < best_.size(); ++i) {
    const auto next = stale_[i] ? BestOf(i) : best_[i];
    if (next) uncertainties.push_back({CurveOf(*next).At(next->bytes), next->value});
  }
  std::ranges::stable_sort(uncertainties, std::greater(), &Uncertainty::regret);
  return uncertainties;
}

}  // namespace colltune::tune
