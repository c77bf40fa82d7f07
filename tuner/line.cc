#include "tuner/line.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace colltune {
namespace {

double Axis(Bytes bytes) {
  return std::log2(static_cast<double>(std::max<std::int64_t>(bytes.count, 1)));
}

LogRatio Log(Seconds a, Seconds b) { return std::log(a / b); }

std::string AlgorithmOf(const std::string& choice) { return choice.substr(0, choice.find(':')); }

double Between(double low, double high, double share) { return low + share * (high - low); }

/// The value at `bytes` of the line through the points around; constant beyond. Requires points.
LogRatio Interpolated(const std::map<Bytes, LogRatio>& points, Bytes bytes) {
  const auto above = points.lower_bound(bytes);
  if (above == points.end()) return std::prev(above)->second;
  if (above == points.begin() || above->first == bytes) return above->second;
  const auto below = std::prev(above);
  return Between(below->second, above->second, ShareBetween(below->first, bytes, above->first));
}

}  // namespace

double ShareBetween(Bytes low, Bytes bytes, Bytes high) {
  const double width = Axis(high) - Axis(low);
  return width > 0 ? (Axis(bytes) - Axis(low)) / width : 0;
}

void Line::Add(Bytes bytes, const std::vector<Candidate>& timings) {
  for (const Candidate& timing : timings) {
    if (timing.samples == 0) continue;
    measured_[bytes][timing.choice] = timing;
    if (const auto predicted = oracle_->Predict(timing.choice, At(bytes))) {
      corrections_[timing.choice][bytes] = Log(timing.median, *predicted);
    }
  }
}

const Candidate* Line::Find(Bytes bytes, const std::string& choice) const {
  const auto point = measured_.find(bytes);
  if (point == measured_.end()) return nullptr;
  const auto found = point->second.find(choice);
  return found == point->second.end() ? nullptr : &found->second;
}

std::optional<Seconds> Line::Estimate(const std::string& choice, Bytes bytes) const {
  if (const Candidate* known = Find(bytes, choice)) return known->median;
  const auto predicted = oracle_->Predict(choice, At(bytes));
  if (!predicted) return EstimateByLikeness(choice, bytes);
  return *predicted * std::exp(Correction(choice, bytes));
}

LogRatio Line::Correction(const std::string& choice, Bytes bytes) const {
  const auto own = corrections_.find(choice);
  if (own != corrections_.end()) return Interpolated(own->second, bytes);
  return CorrectionOfOthers(choice, bytes).value_or(0);
}

std::optional<LogRatio> Line::CorrectionOfOthers(const std::string& choice, Bytes bytes) const {
  LogRatio sum = 0;
  int count = 0;
  double nearest = std::numeric_limits<double>::infinity();
  bool related = false;
  for (const auto& [other, points] : corrections_) {
    const bool is_related = AlgorithmOf(other) == AlgorithmOf(choice);
    for (const auto& [at, correction] : points) {
      const double distance = std::abs(Axis(at) - Axis(bytes));
      if (related && !is_related) continue;
      if ((is_related && !related) || distance < nearest) {
        sum = 0;
        count = 0;
        nearest = distance;
        related = is_related;
      }
      if (distance > nearest) continue;
      sum += correction;
      ++count;
    }
  }
  if (count == 0) return std::nullopt;
  return sum / count;
}

std::optional<Seconds> Line::EstimateByLikeness(const std::string& choice, Bytes bytes) const {
  // The sizes around that have it.
  const auto has = [&](const auto& point) { return point.second.contains(choice); };
  auto above = measured_.lower_bound(bytes);
  auto below = std::make_reverse_iterator(above);
  above = std::find_if(above, measured_.end(), has);
  below = std::find_if(below, measured_.rend(), has);
  if (above == measured_.end() || below == measured_.rend()) return std::nullopt;
  const Seconds low = below->second.at(choice).median;
  const Seconds high = above->second.at(choice).median;
  double least = std::numeric_limits<double>::infinity();
  std::optional<Seconds> estimate;
  for (const auto& [other, points] : corrections_) {
    const Candidate* const at_low = Find(below->first, other);
    const Candidate* const at_high = Find(above->first, other);
    if (at_low == nullptr || at_high == nullptr) continue;
    const auto here = Estimate(other, bytes);
    if (!here) continue;
    const LogRatio from = Log(low, at_low->median);
    const LogRatio to = Log(high, at_high->median);
    const double unlike = std::abs(from) + std::abs(to);
    if (unlike >= least) continue;
    least = unlike;
    const double share = ShareBetween(below->first, bytes, above->first);
    estimate = *here * std::exp(Between(from, to, share));
  }
  if (estimate) return estimate;
  const double share = ShareBetween(below->first, bytes, above->first);
  return low * std::exp(share * Log(high, low));
}

}  // namespace colltune
