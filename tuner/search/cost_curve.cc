#include "tuner/search/cost_curve.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>

#include "algorithms/buffers.h"
#include "tuner/search/pruning.h"

namespace colltune::tune {
namespace {

double Axis(Bytes bytes) {
  return std::log2(static_cast<double>(std::max<std::int64_t>(bytes.count, 1)));
}

LogRatio Log(Seconds a, Seconds b) { return std::log(a / b); }

double Between(double low, double high, double share) { return low + share * (high - low); }

/// Returns the standard deviation of the logarithm of a median.
double NoiseOf(const Candidate& timing) {
  // The width of a normal distribution's interval of 99 %, the confidence of DecisionRule.
  constexpr double kDeviations = 2 * 2.576;
  return Log(timing.high, std::max(timing.low, timing.median / 2)) / kDeviations;
}

}  // namespace

double ShareBetween(Bytes low, Bytes bytes, Bytes high) {
  const double width = Axis(high) - Axis(low);
  return width > 0 ? (Axis(bytes) - Axis(low)) / width : 0;
}

bool IsKnown(const Candidate& candidate) {
  return candidate.samples > 0 && std::isfinite(candidate.high.count());
}

void CostCurve::LeaveOut(ChoiceId choice, const std::string& reason) {
  left_out_.emplace(choice, reason);
  for (auto& [bytes, point] : measured_) point.erase(choice);
}

void CostCurve::Add(Bytes bytes, const std::vector<Candidate>& timings) {
  for (const Candidate& timing : timings) {
    if (!IsKnown(timing) || left_out_.contains(timing.choice)) continue;
    measured_[bytes][timing.choice] = timing;
    if (const auto predicted = predictor_->Predict(timing.choice, At(bytes))) {
      correction_->Add(
          {RunPointOf(timing.choice, bytes), Log(timing.median, *predicted), NoiseOf(timing)});
    }
  }
}

void CostCurve::InterpolateBetween(const CostCurve& low, const CostCurve& high) {
  low_ = &low;
  high_ = &high;
  correction_ = low.correction_;
}

std::vector<ChoiceId> CostCurve::Candidates(Bytes bytes) const {
  if (!is_interpolated() || !KnowsSizes(collective_)) return AllCandidates(bytes);
  std::set<ChoiceId> names;
  for (const CostCurve* curve : {low_, high_}) {
    if (curve->measured().empty()) return AllCandidates(bytes);
    for (const ChoiceId name : curve->PromisingFor(*this, bytes, Pruning::kBetweenLayouts)) {
      names.insert(name);
    }
  }
  if (!roots_.empty()) {
    const auto counts = [](ChoiceId) { return true; };
    for (const ChoiceId name :
         PromisingAmong(low_->Candidates(bytes), bytes, Pruning::kBetweenLayouts, counts)) {
      names.insert(name);
    }
  }
  for (const auto& [choice, reason] : left_out_) names.erase(choice);
  return {names.begin(), names.end()};
}

std::vector<ChoiceId> CostCurve::AllCandidates(Bytes bytes) const {
  std::vector<ChoiceId> all = predictor_->Candidates(At(bytes));
  std::erase_if(all, [this](ChoiceId name) { return left_out_.contains(name); });
  return all;
}

const Candidate* CostCurve::Find(Bytes bytes, ChoiceId choice) const {
  const auto point = measured_.find(bytes);
  if (point == measured_.end()) return nullptr;
  const auto found = point->second.find(choice);
  return found == point->second.end() ? nullptr : &found->second;
}

std::optional<Seconds> CostCurve::Estimate(ChoiceId choice, Bytes bytes) const {
  const auto estimate = UncertainEstimate(choice, bytes);
  if (!estimate) return std::nullopt;
  return estimate->time;
}

std::optional<tune::Estimate> CostCurve::UncertainEstimate(ChoiceId choice, Bytes bytes) const {
  if (const Candidate* known = Find(bytes, choice)) return tune::Estimate{known->median};
  if (left_out_.contains(choice)) return std::nullopt;
  const auto predicted = predictor_->Predict(choice, At(bytes));
  const auto alike = predicted ? std::nullopt : EstimateByLikeness(choice, bytes);
  if (!predicted && !alike) return std::nullopt;
  const models::ExpectedResidual residual = Residual(choice, bytes);
  return tune::Estimate{predicted ? *predicted * std::exp(residual.mean) : *alike,
                        residual.deviation};
}

std::vector<ChoiceId> CostCurve::Promising(Bytes bytes, double slack) const {
  return PromisingFor(*this, bytes, slack);
}

std::vector<ChoiceId> CostCurve::PromisingFor(const CostCurve& other, Bytes bytes,
                                              double slack) const {
  auto above = measured_.lower_bound(bytes);
  if (above == measured_.end()) --above;
  auto below = above;
  if (above->first > bytes && above != measured_.begin()) --below;
  std::set<ChoiceId> names;
  for (auto at = below; at != std::next(above); ++at) {
    const auto counts = [&](ChoiceId name) { return other.Has(name, bytes); };
    for (const ChoiceId name : PromisingAmong(Candidates(at->first), at->first, slack, counts)) {
      names.insert(name);
    }
  }
  return {names.begin(), names.end()};
}

std::vector<ChoiceId> CostCurve::PromisingAmong(const std::vector<ChoiceId>& names, Bytes bytes,
                                                double slack, const Test& counts) const {
  std::multimap<Seconds, ChoiceId> by_time;
  for (ChoiceId name : names) {
    if (const auto estimate = Estimate(name, bytes)) by_time.emplace(*estimate, name);
  }
  std::vector<ChoiceId> kept;
  Seconds best(std::numeric_limits<double>::infinity());
  for (const auto& [time, name] : by_time) {
    if (time > slack * best) break;
    if (!counts(name)) continue;
    best = std::min(best, time);
    kept.push_back(name);
  }
  return kept;
}

std::optional<CostCurve::Around> CostCurve::SizesAround(ChoiceId choice, Bytes bytes) const {
  const auto has = [&](const auto& point) { return point.second.contains(choice); };
  const auto above = std::find_if(measured_.lower_bound(bytes), measured_.end(), has);
  const auto below =
      std::find_if(std::make_reverse_iterator(measured_.upper_bound(bytes)), measured_.rend(), has);
  if (above == measured_.end() || below == measured_.rend()) return std::nullopt;
  return Around{below->first, above->first, ShareBetween(below->first, bytes, above->first)};
}

std::optional<CostCurve::Likeness> CostCurve::LikenessOf(ChoiceId choice,
                                                         const Around& around) const {
  const Seconds low = Find(around.low, choice)->median;
  const Seconds high = Find(around.high, choice)->median;
  double least = std::numeric_limits<double>::infinity();
  std::optional<Likeness> likeness;
  for (const auto& [other, at_low] : measured_.at(around.low)) {
    const Candidate* const at_high = Find(around.high, other);
    if (at_high == nullptr || !Has(other, around.low)) continue;
    const LogRatio from = Log(low, at_low.median);
    const LogRatio to = Log(high, at_high->median);
    const double unlike = std::abs(from) + std::abs(to);
    // Equally similar choices: the last one wins. With root 0 flat and flat_nonblocking are alike;
    // with other roots only flat_nonblocking sends in the order in which libraries do.
    if (unlike > least) continue;
    least = unlike;
    likeness = {other, Between(from, to, around.share)};
  }
  return likeness;
}

std::optional<Seconds> CostCurve::EstimateByLikeness(ChoiceId choice, Bytes bytes) const {
  const bool is_new = !roots_.empty() && is_interpolated() && measured_.empty();
  const CostCurve& known = is_new ? *low_ : *this;
  const auto around = known.SizesAround(choice, bytes);
  if (!around) return std::nullopt;
  const auto likeness = known.LikenessOf(choice, *around);
  const bool is_there = likeness && predictor_->Predict(likeness->other, At(bytes));
  const auto other = is_there ? Estimate(likeness->other, bytes) : std::nullopt;
  if (other) return *other * std::exp(likeness->ratio);
  const Seconds low = known.Find(around->low, choice)->median;
  const Seconds high = known.Find(around->high, choice)->median;
  return low * std::exp(around->share * Log(high, low));
}

}  // namespace colltune::tune
