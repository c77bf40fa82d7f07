#include "models/features/flood_pace.h"

#include <algorithm>

namespace colltune::models {
namespace {

constexpr double kAsSlow = 1.05;
constexpr Bytes kReply{1};

bool IsFlood(const measure::NetworkSample& s) {
  return s.experiment == measure::Experiment::kFlood && s.depth == 0 && s.messages > 1;
}

}  // namespace

FloodPace::FloodPace(std::span<const measure::NetworkSample> samples) {
  for (const measure::NetworkSample& s : samples) {
    if (s.experiment != measure::Experiment::kRoundTrip) continue;
    round_trips_[{s.from, s.to, s.bytes}] = s.time;
    round_trips_[{s.to, s.from, s.bytes}] = s.time;
  }
  for (const measure::NetworkSample& s : samples) {
    if (s.experiment != measure::Experiment::kDelayedFlood) continue;
    const auto pace = PaceOf(s);
    if (!pace) continue;
    const auto [at, is_new] =
        overheads_.try_emplace({s.from, s.to}, std::pair(s.bytes, *pace - s.delay));
    if (s.bytes < at->second.first) at->second = {s.bytes, *pace - s.delay};
  }
  all_ = std::ranges::all_of(
      samples, [this](const measure::NetworkSample& s) { return !IsFlood(s) || Is(s); });
}

bool FloodPace::IsOfProcessor(const measure::NetworkSample& flood) const {
  return !all_ && Is(flood);
}

bool FloodPace::Is(const measure::NetworkSample& flood) const {
  if (!IsFlood(flood)) return false;
  const auto overhead = overheads_.find({flood.from, flood.to});
  const auto pace = PaceOf(flood);
  const Seconds uncertain = (flood.high - flood.low) / (flood.messages - 1);
  return overhead != overheads_.end() && pace &&
         *pace <= kAsSlow * overhead->second.second + uncertain;
}

std::optional<Seconds> FloodPace::PaceOf(const measure::NetworkSample& row) const {
  const auto there = round_trips_.find({row.from, row.to, row.bytes});
  const auto back = round_trips_.find({row.from, row.to, kReply});
  if (there == round_trips_.end() || back == round_trips_.end() || row.messages < 2) return {};
  return (row.time - there->second / 2 - back->second / 2) / (row.messages - 1);
}

}  // namespace colltune::models
