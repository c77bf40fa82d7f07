#include "tuner/line.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>

#include "algorithms/buffers.h"

namespace colltune {
namespace {

/// What takes longer than so many times the best on both lines around is not looked at between.
constexpr double kHopeful = 1.3;

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

void Line::LeanOn(const Line& low, const Line& high) {
  low_ = &low;
  high_ = &high;
  const auto place = [&low](const Line& line) {
    return std::log(static_cast<double>(line.layout().ranks) / low.layout().ranks);
  };
  share_ = place(*this) / place(high);
}

std::vector<std::string> Line::Candidates(Bytes bytes) const {
  if (!leans() || !KnowsSizes(collective_)) return oracle_->Candidates(At(bytes));
  std::set<std::string> names;
  for (const Line* line : {low_, high_}) {
    if (line->measured().empty()) return oracle_->Candidates(At(bytes));
    for (const std::string& name : line->Promising(bytes, kHopeful)) {
      if (oracle_->Predict(name, At(bytes))) names.insert(name);
    }
  }
  return {names.begin(), names.end()};
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

LogRatio Line::RootWeight(const std::string& choice, Bytes bytes) const {
  if (!HasRoot(collective_)) return 0;
  Problem problem = At(bytes);
  const auto first = oracle_->Predict(choice, problem);
  if (!first) return RootWeightOfNearest(choice, bytes);
  // The middle of each third, and the last: unlike nodes and sites are seldom dealt out in turns.
  const int ranks = layout_.ranks;
  const std::set<Rank> roots = {0, ranks / 3, ranks * 2 / 3, ranks - 1};
  LogRatio sum = 0;
  for (const Rank root : roots) {
    problem.root = root;
    sum += Log(oracle_->Predict(choice, problem).value_or(*first), *first);
  }
  return sum / static_cast<double>(roots.size());
}

LogRatio Line::RootWeightOfNearest(const std::string& choice, Bytes bytes) const {
  const auto mine = Estimate(choice, bytes);
  if (!mine || corrections_.empty()) return 0;
  const std::string* nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [other, points] : corrections_) {
    const auto estimate = Estimate(other, bytes);
    if (!estimate || std::abs(Log(*estimate, *mine)) >= least) continue;
    least = std::abs(Log(*estimate, *mine));
    nearest = &other;
  }
  return nearest == nullptr ? 0 : RootWeight(*nearest, bytes);
}

std::optional<Seconds> Line::Typical(const std::string& choice, Bytes bytes) const {
  const auto estimate = Estimate(choice, bytes);
  if (!estimate) return std::nullopt;
  return *estimate * std::exp(RootWeight(choice, bytes));
}

std::vector<std::string> Line::Promising(Bytes bytes, double slack) const {
  auto above = measured_.lower_bound(bytes);
  if (above == measured_.end()) --above;
  auto below = above;
  if (above->first > bytes && above != measured_.begin()) --below;
  std::set<std::string> names;
  for (auto at = below; at != std::next(above); ++at) {
    std::map<std::string, Seconds> estimates;
    Seconds best(std::numeric_limits<double>::infinity());
    for (const std::string& name : Candidates(at->first)) {
      const auto estimate = Typical(name, at->first);
      if (!estimate) continue;
      estimates[name] = *estimate;
      best = std::min(best, *estimate);
    }
    for (const auto& [name, estimate] : estimates) {
      if (estimate <= slack * best) names.insert(name);
    }
  }
  return {names.begin(), names.end()};
}

LogRatio Line::Correction(const std::string& choice, Bytes bytes) const {
  const auto own = corrections_.find(choice);
  if (own != corrections_.end()) return Interpolated(own->second, bytes);
  if (leans()) {
    return Between(low_->Correction(choice, bytes), high_->Correction(choice, bytes), share_);
  }
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
