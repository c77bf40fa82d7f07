#include "tuner/search/measurements.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "algorithms/buffers.h"
#include "tuner/search/root_bisection.h"
#include "tuner/search/size_independent_choice.h"

namespace colltune::tune {
namespace {

bool HasLibrary(const TrialResult& result) {
  return std::ranges::any_of(result.timings, [](const Candidate& timing) {
    return timing.choice == kLibrary && IsKnown(timing);
  });
}

}  // namespace

Measurements::Measurements(SearchSpace space, const DecisionRule& rule, const Predictor& predictor)
    : space_(std::move(space)), rule_(rule), predictor_(&predictor) {
  for (const Collective collective : space_.collectives) {
    const auto correction = std::make_shared<models::Correction>();
    for (const Layout& layout : space_.layouts) {
      if (!space_.Calls(collective, layout)) continue;
      curves_.emplace_back(collective, layout, predictor, RootSet{}, correction);
    }
  }
  AddCurvesBetween();
}

void Measurements::AddCurvesBetween() {
  std::map<std::pair<Collective, Layout>, std::size_t> places;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    places[{curves_[i].collective(), curves_[i].layout()}] = i;
  }
  for (const Collective collective : space_.collectives) {
    for (const auto& [layout, low, high] : space_.between) {
      curves_.emplace_back(collective, layout, *predictor_);
      curves_.back().InterpolateBetween(curves_[places.at({collective, low})],
                                        curves_[places.at({collective, high})]);
    }
  }
}

std::optional<std::size_t> Measurements::Find(const Problem& problem) const {
  const auto found = std::ranges::find_if(
      curves_, [&](const CostCurve& curve) { return curve.At(problem.bytes) == problem; });
  if (found == curves_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - curves_.begin());
}

std::optional<std::size_t> Measurements::Add(const Trial& trial, const TrialResult& result) {
  const auto found = Find(trial.problem);
  if (found && HasLibrary(result)) curves_[*found].Add(trial.problem.bytes, result.timings);
  return found;
}

void Measurements::Add(const Failures& failures) {
  if (failures.all().empty()) return;
  for (const auto& [what, reason] : failures.all()) failures_.Add(what, reason);
  for (CostCurve& curve : curves_) LeaveOutOf(curve);
}

/// Leaves out of `curve` all failed candidates of its collective, layout and kind of root.
void Measurements::LeaveOutOf(CostCurve& curve) const {
  // A curve without roots of its own decides also for other roots than the measured one.
  const bool is_for_others = curve.roots().empty() || curve.roots().back().last != 0;
  const bool is_for_first = curve.At(Bytes{}).root == 0;
  for (const auto& [what, reason] : failures_.all()) {
    const bool concerns = what.with_other_root ? is_for_others : is_for_first;
    if (what.collective != curve.collective() || what.layout != curve.layout() || !concerns) {
      continue;
    }
    if (what.choice != kLibrary) curve.LeaveOut(what.choice, reason);
  }
}

std::size_t Measurements::AddCurve(const CostCurve& whole, RootSet roots) {
  CostCurve& curve =
      curves_.emplace_back(whole.collective(), whole.layout(), *predictor_, std::move(roots));
  curve.InterpolateBetween(whole);
  LeaveOutOf(curve);
  return curves_.size() - 1;
}

RootSet Measurements::RootsOf(const CostCurve& curve) const {
  if (!curve.roots().empty()) return curve.roots();
  RootSet rest = {{0, HasRoot(curve.collective()) ? curve.layout().ranks - 1 : 0}};
  for (const CostCurve& other : curves_) {
    if (other.collective() != curve.collective() || other.layout() != curve.layout()) continue;
    for (const Roots& roots : other.roots()) rest = Without(rest, roots);
  }
  return rest;
}

std::vector<ChoiceId> Measurements::CandidatesOf(const CostCurve& curve, Bytes bytes) const {
  const bool is_doubted = space_.timing == TimingModel::kNoisy && !curve.roots().empty();
  return is_doubted ? curve.AllCandidates(bytes) : curve.Candidates(bytes);
}

std::vector<ChoiceId> Measurements::NativesOf(const CostCurve& curve) const {
  const auto natives = space_.natives.find(curve.collective());
  if (natives == space_.natives.end()) return {};
  std::vector<ChoiceId> names = natives->second;
  std::erase_if(names, [&](ChoiceId name) { return curve.left_out().contains(name); });
  return names;
}

Decision Measurements::DecisionAt(const CostCurve& curve, Bytes bytes) const {
  std::vector<Candidate> candidates;
  const auto& point = curve.measured().at(bytes);
  for (const auto& [name, candidate] : point) {
    candidates.push_back(candidate);
    candidates.back().predicted = predictor_->Predict(name, curve.At(bytes));
  }
  for (const ChoiceId name : CandidatesOf(curve, bytes)) {
    if (point.contains(name)) continue;
    candidates.push_back({name, 0, {}, {}, {}, predictor_->Predict(name, curve.At(bytes))});
  }
  Decision decision = Decide(rule_, bytes, std::move(candidates));
  for (const auto& [name, reason] : curve.left_out()) {
    decision.evidence.reason += fmt::format("; {} is left out: {}", name, reason);
  }
  return decision;
}

Choices Measurements::ChoicesOf(const CostCurve& curve) const {
  Choices choices;
  const bool knows = KnowsSizes(curve.collective());
  const ChoiceId one = knows ? ChoiceId() : ChooseForAll(curve.measured(), rule_.margin).choice;
  for (const auto& [bytes, point] : curve.measured()) {
    choices[bytes] = knows ? DecisionAt(curve, bytes).choice : one;
  }
  const Choices decided = choices;
  for (const Bytes bytes : space_.SizesOf(curve.collective(), curve.layout())) {
    const auto above = decided.lower_bound(bytes);
    if (above == decided.end() || above->first == bytes || above == decided.begin()) continue;
    const ChoiceId low = std::prev(above)->second;
    const auto from_low = curve.Estimate(low, bytes);
    const auto from_high = curve.Estimate(above->second, bytes);
    choices[bytes] = from_low && from_high && *from_high < *from_low ? above->second : low;
  }
  return choices;
}

}  // namespace colltune::tune
