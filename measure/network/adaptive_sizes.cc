#include "measure/network/adaptive_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace colltune::measure {
namespace {

/// Extrapolates the line through two points to `bytes`.
Seconds Extrapolate(const SizeTime& before, const SizeTime& now, Bytes bytes) {
  const auto run = static_cast<double>(now.bytes.count - before.bytes.count);
  const auto ahead = static_cast<double>(bytes.count - now.bytes.count);
  return now.time + (now.time - before.time) * (ahead / run);
}

bool Near(Seconds time, Seconds expected, double tolerance) {
  return std::chrono::abs(time - expected) <= tolerance * time;
}

}  // namespace

void AdaptiveSizes::Validate() const {
  const auto demand = [](bool holds, const std::string& message) {
    if (!holds) throw std::invalid_argument(message);
  };
  demand(first >= Bytes{0}, fmt::format("first size {} is below 0", first.count));
  demand(last > first,
         fmt::format("last size {} is not above the first, {}", last.count, first.count));
  demand(least_stride >= Bytes{1}, fmt::format("least stride {} is below 1", least_stride.count));
  demand(first_stride >= least_stride, fmt::format("first stride {} is below the least, {}",
                                                   first_stride.count, least_stride.count));
  demand(most_points >= 3, fmt::format("most points {} are below 3", most_points));
  demand(tolerance > 0, fmt::format("tolerance {} is not above 0", tolerance));
}

std::vector<SizeTime> MeasureSizes(const AdaptiveSizes& sizes,
                                   const std::function<Seconds(Bytes)>& time) {
  sizes.Validate();
  std::map<Bytes, Seconds> known;
  const auto at = [&](Bytes bytes) {
    const auto [point, is_new] = known.try_emplace(bytes);
    if (is_new) point->second = time(bytes);
    return SizeTime{bytes, point->second};
  };
  const auto after = [&](Bytes bytes, Bytes stride) {
    return std::min(Bytes{bytes.count + stride.count}, sizes.last);
  };
  at(sizes.last);
  Bytes stride = sizes.first_stride;
  SizeTime before = at(sizes.first);
  SizeTime now = at(after(sizes.first, stride));
  while (now.bytes < sizes.last && known.size() < static_cast<std::size_t>(sizes.most_points)) {
    const SizeTime next = at(after(now.bytes, stride));
    const bool straight = Near(next.time, Extrapolate(before, now, next.bytes), sizes.tolerance);
    if (!straight && stride > sizes.least_stride) {
      stride = std::max(Bytes{stride.count / 2}, sizes.least_stride);
      continue;
    }
    before = now;
    now = next;
    if (straight) stride = std::min(2 * stride, sizes.last);
  }
  std::vector<SizeTime> all;
  for (const auto& [bytes, seconds] : known) all.push_back({bytes, seconds});
  return all;
}

}  // namespace colltune::measure
