#include "measure/network/seed_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace colltune::measure {
namespace {

Estimated Of(const NetworkSample& sample) {
  const Estimated e{sample.least.count(), sample.time.count(), sample.low.count(),
                    sample.high.count()};
  if (e.high > 0) return e;
  return {e.least, e.median, 0, std::numeric_limits<double>::infinity()};  // not known
}

Estimated Difference(const Estimated& a, const Estimated& b) {
  return {a.least - b.least, a.median - b.median, a.low - b.high, a.high - b.low};
}

Estimated Sum(const Estimated& a, const Estimated& b) {
  return {a.least + b.least, a.median + b.median, a.low + b.low, a.high + b.high};
}

/// Divides `a` by `by`, which is above 0.
Estimated Divided(const Estimated& a, double by) {
  return {a.least / by, a.median / by, a.low / by, a.high / by};
}

/// Returns the ratio of two times, which are not negative. A divisor whose interval reaches 0
/// leaves no upper bound.
Estimated Ratio(const Estimated& a, const Estimated& b) {
  const auto over = [](double x, double y) {
    return y > 0 ? x / y : std::numeric_limits<double>::infinity();
  };
  return {over(a.least, b.least), over(a.median, b.median), over(std::max(a.low, 0.0), b.high),
          over(a.high, b.low)};
}

using Samples = std::span<const NetworkSample>;

const NetworkSample* Find(Samples samples, const std::function<bool(const NetworkSample&)>& is) {
  const auto found = std::ranges::find_if(samples, is);
  return found == samples.end() ? nullptr : &*found;
}

const NetworkSample& Get(Samples samples, Experiment experiment, Bytes bytes, const char* name) {
  const NetworkSample* found = Find(samples, [&](const NetworkSample& s) {
    return s.experiment == experiment && s.bytes == bytes;
  });
  if (found == nullptr) {
    throw std::invalid_argument(fmt::format("no {} of {} bytes", name, bytes.count));
  }
  return *found;
}

}  // namespace

std::optional<Estimated> FloodGap(std::span<const NetworkSample> samples, Bytes bytes, int depth) {
  const auto flood = [&](bool row) {
    return Find(samples, [&](const NetworkSample& s) {
      return s.experiment == Experiment::kFlood && s.bytes == bytes && s.depth == depth &&
             (s.messages > 1) == row;
    });
  };
  const NetworkSample* one = flood(false);
  const NetworkSample* row = flood(true);
  if (one == nullptr || row == nullptr) return std::nullopt;
  return Divided(Difference(Of(*row), Of(*one)), row->messages - 1);
}

SeedParameters FindSeedParameters(Samples samples) {
  std::vector<Bytes> sizes;
  for (const NetworkSample& sample : samples) {
    if (sample.experiment == Experiment::kFlood && sample.depth > 0) sizes.push_back(sample.bytes);
  }
  if (sizes.empty()) throw std::invalid_argument("no floods with a depth above 0");
  SeedParameters found;
  const Bytes small = found.small = std::ranges::min(sizes);
  found.large = std::ranges::max(sizes);
  found.eel = Divided(Of(Get(samples, Experiment::kRoundTrip, small, "round trip")), 2);
  found.send_overhead = Of(Get(samples, Experiment::kSendOverlap, small, "send overlap"));
  found.receive_overhead = Of(Get(samples, Experiment::kReceiveOverlap, small, "receive overlap"));
  for (const NetworkSample& sample : samples) {
    if (sample.experiment != Experiment::kFlood || sample.depth == 0) continue;
    const auto gap = FloodGap(samples, small, sample.depth);
    if (!gap || (found.best_depth > 0 && gap->least >= found.gap.least)) continue;
    found.gap = *gap;
    found.best_depth = sample.depth;
  }
  if (found.best_depth == 0) {
    throw std::invalid_argument(
        fmt::format("no floods of one and of several messages of {} bytes", small.count));
  }
  const auto large_gap = FloodGap(samples, found.large, found.best_depth);
  if (!large_gap || found.large <= small) {
    throw std::invalid_argument(
        fmt::format("no floods of larger messages with depth {}", found.best_depth));
  }
  found.byte_gap = Divided(Difference(*large_gap, found.gap),
                           static_cast<double>(found.large.count - small.count));
  found.large_from = Ratio(found.gap, found.byte_gap);
  found.overlap = Difference(found.eel, Sum(found.send_overhead, found.receive_overhead));
  return found;
}

}  // namespace colltune::measure
