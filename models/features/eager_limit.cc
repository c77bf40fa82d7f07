#include "models/features/eager_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "models/fit/fit_system.h"
#include "models/fit/scalars.h"

namespace colltune::models {
namespace {

/// Returns the median of the calls of each size without a delay.
std::map<Bytes, Seconds> PlainCalls(std::span<const measure::NetworkSample> samples) {
  std::map<Bytes, std::vector<Seconds>> all;
  for (const measure::NetworkSample& s : samples) {
    if (s.experiment == measure::Experiment::kSendCall && s.delay == Seconds{}) {
      all[s.bytes].push_back(s.time);
    }
  }
  std::map<Bytes, Seconds> middle;
  for (auto& [bytes, times] : all) middle[bytes] = MiddleOf(std::move(times));
  return middle;
}

/// Returns the mean distance of the points from the closest line, relative to the points.
double Residual(std::span<const SizePoint> points) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [bytes, time] : points) {
    const double weight = 1 / (time * time);
    n += weight;
    x += weight * bytes;
    y += weight * time;
    xx += weight * bytes * bytes;
    xy += weight * bytes * time;
  }
  const double spread = n * xx - x * x;
  const double slope = spread > 0 ? (n * xy - x * y) / spread : 0;
  const double start = (y - slope * x) / n;
  double sum = 0;
  for (const auto& [bytes, time] : points) sum += std::abs((start + slope * bytes) / time - 1);
  return sum / static_cast<double>(points.size());
}

}  // namespace

EagerLimit FindEagerLimit(std::span<const measure::NetworkSample> samples) {
  const std::map<Bytes, Seconds> plain = PlainCalls(samples);
  std::map<Bytes, std::pair<int, int>> votes;  // waits, all
  for (const measure::NetworkSample& s : samples) {
    if (s.experiment != measure::Experiment::kSendCall || s.delay <= Seconds{}) continue;
    const auto own = plain.find(s.bytes);
    // Subtracts the time of a call without delay: one that waits for its receiver takes the time of
    // the message.
    const Seconds base = own == plain.end() ? Seconds{} : own->second;
    auto& [waits, all] = votes[s.bytes];
    ++all;
    if (s.time - base >= s.delay / 2) ++waits;
  }
  EagerLimit limit;
  if (votes.empty()) {
    limit.note =
        "S: not identified: it takes send calls whose receives are late; all messages "
        "are taken for buffered";
    return limit;
  }
  Bytes largest{0};
  for (const auto& [bytes, vote] : votes) {
    if (2 * vote.first > vote.second) {
      limit.waiting = bytes;
      limit.found = true;
      break;
    }
    largest = bytes;
  }
  if (!limit.found) {
    limit.note = fmt::format(
        "S: not identified: messages of {} bytes, the largest that were "
        "tried, are buffered; all others are taken for buffered, too",
        largest.count);
    return limit;
  }
  limit.buffered = largest;
  return limit;
}

FittedParameter ToParameter(const EagerLimit& limit) {
  return {.name = "S",
          .value = static_cast<double>(limit.buffered.count),
          .unit = "B",
          .half_width = limit.found
                            ? static_cast<double>(limit.waiting.count - limit.buffered.count)
                            : std::numeric_limits<double>::infinity(),
          .identified = limit.found};
}

std::vector<std::size_t> FindBreaks(std::span<const SizePoint> points, double floor) {
  constexpr std::size_t kLook = 4;   // points ahead
  constexpr std::size_t kLeast = 3;  // points of a line
  std::vector<std::size_t> breaks;
  std::size_t first = 0;
  for (std::size_t next = kLeast; next < points.size(); ++next) {
    if (next - first < kLeast) continue;
    const std::size_t last = std::min(next + kLook, points.size());
    const std::vector<SizePoint> line(points.begin() + static_cast<std::ptrdiff_t>(first),
                                      points.begin() + static_cast<std::ptrdiff_t>(next));
    const double before = std::max(Residual(line), floor);
    const bool all_worse =
        std::ranges::all_of(points.subspan(next, last - next), [&](const SizePoint& point) {
          std::vector<SizePoint> longer = line;
          longer.push_back(point);
          return Residual(longer) >= 2 * before;
        });
    if (!all_worse) continue;
    breaks.push_back(next);
    first = next;
  }
  return breaks;
}

std::vector<Bytes> BreaksOfRoundTrips(std::span<const measure::NetworkSample> samples) {
  const auto is_trip = [](const measure::NetworkSample& s) {
    return s.experiment == measure::Experiment::kRoundTrip;
  };
  // Only pairs that were timed at most sizes: others would give each size a median of other pairs.
  std::map<std::pair<Rank, Rank>, std::size_t> sizes_of;
  std::size_t most = 0;
  for (const measure::NetworkSample& s : samples) {
    if (is_trip(s)) most = std::max(most, ++sizes_of[{s.from, s.to}]);
  }
  std::map<Bytes, std::vector<Seconds>> times;
  for (const measure::NetworkSample& s : samples) {
    if (is_trip(s) && sizes_of[{s.from, s.to}] == most) times[s.bytes].push_back(s.time);
  }
  std::vector<SizePoint> points;
  std::vector<Bytes> sizes;
  for (auto& [bytes, all] : times) {
    points.push_back({static_cast<double>(bytes.count), MiddleOf(std::move(all)).count()});
    sizes.push_back(bytes);
  }
  std::vector<Bytes> breaks;
  for (const std::size_t at : FindBreaks(points, kExact)) breaks.push_back(sizes[at]);
  return breaks;
}

}  // namespace colltune::models
