#include "models/topology_readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "models/features/envelope.h"
#include "models/fit/fit_system.h"
#include "models/topology_network.h"

namespace colltune::models {
namespace {

using HostPair = std::pair<std::size_t, std::size_t>;

/// Returns the median, the lower one of two: what disturbs a message makes it late.
double MedianOf(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// Times by size, all of one kind.
using BySize = std::map<Bytes, std::vector<double>>;

/// Returns the two largest sizes; nothing for fewer than two.
std::optional<Span> LargestOf(std::span<const Bytes> sizes) {
  if (sizes.size() < 2) return std::nullopt;
  return Span{sizes[sizes.size() - 2], sizes.back()};
}

/// Seconds per byte, and by how much it may be off for each share by which the times may be.
struct Slope {
  double value = 0;
  double spread = 0;
};

Slope SlopeBetween(BySize::const_iterator small, BySize::const_iterator large) {
  const double least = MedianOf(small->second);
  const double most = MedianOf(large->second);
  const auto bytes = static_cast<double>(large->first.count - small->first.count);
  return {(most - least) / bytes, std::hypot(most, least) / bytes};
}

/// Returns the slope between the two sizes; nothing where one is not known.
std::optional<Slope> SlopeOver(const Span& span, const BySize& times) {
  const auto small = times.find(span.first);
  const auto large = times.find(span.second);
  if (small == times.end() || large == times.end()) return std::nullopt;
  return SlopeBetween(small, large);
}

/// Returns the slope between the two largest sizes that are known within the larger one, if they
/// reach the smaller one.
std::optional<Slope> SlopeNear(const Span& span, const BySize& times) {
  const auto beyond = times.upper_bound(span.second);
  if (beyond == times.begin()) return std::nullopt;
  const auto large = std::prev(beyond);
  if (large == times.begin() || large->first < span.first) return std::nullopt;
  return SlopeBetween(std::prev(large), large);
}

class Reading {
 public:
  Reading(const measure::NetworkData& data, Bytes limit) : data_(data), limit_(limit) {}

  HostReadings Read() {
    FindHosts();
    for (const measure::NetworkSample& s : data_.samples) Take(s);
    HostReadings result{.hosts = std::move(hosts_),
                        .ranks = std::move(ranks_),
                        .host_of = std::move(host_of_),
                        .times = PairTimes(count_),
                        .byte_within = std::vector<double>(count_, PairMatrix::kUnknown),
                        .noise = noise_.empty() ? 0 : MedianOf(noise_)};
    const auto between = SpanOf(CommonSizes(), limit_);
    for (const auto& [pair, times] : trips_) {
      const auto [a, b] = pair;
      if (a == b) {
        const auto within = ByteTime(pair, SpanOf(SizesOf(times), limit_));
        if (within) result.byte_within[a] = within->value;
      } else {
        result.times.latency.Set(a, b, MedianOf(times.begin()->second));
        const auto byte_time = ByteTime(pair, between);
        if (!byte_time) continue;
        result.times.byte_time.Set(a, b, byte_time->value);
        result.times.byte_error.Set(a, b, kHalfWidths * result.noise * byte_time->spread);
      }
    }
    TakeOffBytes(result);
    return result;
  }

 private:
  void TakeOffBytes(HostReadings& result) const {
    if (trips_.empty()) return;
    PairMatrix& latency = result.times.latency;
    Bytes smallest = trips_.begin()->second.begin()->first;
    for (const auto& [pair, times] : trips_) smallest = std::min(smallest, times.begin()->first);
    const auto bytes = static_cast<double>(smallest.count);
    std::vector<double> known;
    const auto for_each_pair = [&](const auto& visit) {
      for (std::size_t i = 0; i < count_; ++i) {
        for (std::size_t j = i + 1; j < count_; ++j) visit(i, j, result.times.byte_time.At(i, j));
      }
    };
    for_each_pair([&](std::size_t, std::size_t, double byte_time) {
      if (!std::isnan(byte_time)) known.push_back(byte_time);
    });
    const double usual = known.empty() ? 0 : MedianOf(known);
    const auto take_off = [&](double each) {
      for_each_pair([&](std::size_t i, std::size_t j, double byte_time) {
        const double byte = std::isnan(byte_time) ? usual : byte_time;
        latency.Set(i, j, latency.At(i, j) - each * byte);
      });
    };
    take_off(bytes);
    constexpr double kTick = 1e-9;  // s: clocks count no less
    const double nearest = MedianOf(trips_.begin()->second.begin()->second);
    result.envelope =
        FindEnvelope(latency, result.times.byte_time, std::max(kTick, result.noise * nearest));
    take_off(result.envelope);
  }

  void FindHosts() {
    std::map<std::string, std::size_t> known;
    for (Rank rank = 0; const measure::Place& place : data_.places) {
      const auto [host, is_new] = known.try_emplace(place.host, hosts_.size());
      if (is_new) {
        hosts_.push_back(place.host);
        ranks_.emplace_back();
      }
      ranks_[host->second].push_back(rank++);
      host_of_.push_back(host->second);
    }
    count_ = hosts_.size();
    calls_.resize(count_);
    receives_.resize(count_);
  }

  std::size_t HostOf(Rank rank) const {
    if (rank >= 0 && rank < static_cast<Rank>(host_of_.size())) {
      return host_of_[static_cast<std::size_t>(rank)];
    }
    throw std::invalid_argument(
        fmt::format("{}: there is a sample of rank {}, and a place for {} ranks only", kTopology,
                    rank, host_of_.size()));
  }

  void Take(const measure::NetworkSample& s) {
    const std::size_t from = HostOf(s.from);
    const std::size_t to = HostOf(s.to);
    const double time = s.time.count();
    switch (s.experiment) {
      case measure::Experiment::kRoundTrip:
        trips_[std::minmax(from, to)][s.bytes].push_back(time / 2);
        noise_.push_back((s.high - s.low).count() / 2 / time);
        return;
      case measure::Experiment::kSendCall:
        if (s.delay == Seconds{} && s.bytes <= limit_) calls_[from][s.bytes].push_back(time);
        return;
      case measure::Experiment::kLateReceive:
        if (s.bytes <= limit_) receives_[to][s.bytes].push_back(time / s.messages);
        return;
      default:
        return;
    }
  }

  static std::vector<Bytes> SizesOf(const BySize& times) {
    std::vector<Bytes> sizes;
    for (const auto& [bytes, _] : times) sizes.push_back(bytes);
    return sizes;
  }

  /// Returns the sizes of which half of the pairs of hosts have a round trip, or more. Byte times
  /// of different sizes are not alike: a packet waits for its last byte at each switch, later ones
  /// follow without.
  std::vector<Bytes> CommonSizes() const {
    std::map<Bytes, std::size_t> counts;
    std::size_t pairs = 0;
    for (const auto& [pair, times] : trips_) {
      if (pair.first == pair.second) continue;
      ++pairs;
      for (const auto& [bytes, _] : times) ++counts[bytes];
    }
    std::vector<Bytes> common;
    for (const auto& [bytes, count] : counts) {
      if (2 * count >= pairs) common.push_back(bytes);
    }
    return common;
  }

  /// Returns the time of a byte on the way of a pair, between the sizes of `span`.
  std::optional<Slope> ByteTime(const HostPair& pair, const std::optional<Span>& span) const {
    auto slope = span ? SlopeOver(*span, trips_.at(pair)) : std::nullopt;
    if (!slope) return std::nullopt;
    if (span->first <= limit_) {
      for (const std::size_t host : {pair.first, pair.second}) {
        slope->value -= (OfCalls(calls_, host, *span) + OfCalls(receives_, host, *span)) / 2;
      }
    }
    slope->value = std::max(0.0, slope->value);
    return slope;
  }

  /// Returns the host's seconds per byte in its calls; those of the middle host where they are not
  /// known, and 0 where no host's are.
  static double OfCalls(const std::vector<BySize>& calls, std::size_t host, const Span& span) {
    if (const auto own = SlopeNear(span, calls[host])) return own->value;
    std::vector<double> all;
    for (const BySize& of_host : calls) {
      if (const auto slope = SlopeNear(span, of_host)) all.push_back(slope->value);
    }
    return all.empty() ? 0 : MedianOf(std::move(all));
  }

  const measure::NetworkData& data_;
  const Bytes limit_;
  std::size_t count_ = 0;
  std::vector<std::string> hosts_;
  std::vector<std::vector<Rank>> ranks_;
  std::vector<std::size_t> host_of_;
  std::map<HostPair, BySize> trips_;  // half of them; the lower host first
  std::vector<BySize> calls_;         // of each host
  std::vector<BySize> receives_;
  std::vector<double> noise_;
};

}  // namespace

std::optional<Span> SpanOf(std::span<const Bytes> sizes, Bytes limit) {
  const auto buffered =
      static_cast<std::size_t>(std::ranges::upper_bound(sizes, limit) - sizes.begin());
  if (const auto waiting = LargestOf(sizes.subspan(buffered))) return waiting;
  if (const auto others = LargestOf(sizes.first(buffered))) return others;
  return LargestOf(sizes);
}

HostReadings ReadHosts(const measure::NetworkData& data, Bytes limit) {
  return Reading(data, limit).Read();
}

double ToleranceOf(const HostReadings& read) {
  // A tenth of that by which a model's idea may be off.
  constexpr double kLeast = kExact / 10;
  return std::max(kLeast, kHalfWidths * read.noise);
}

}  // namespace colltune::models
