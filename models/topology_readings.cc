#include "models/topology_readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
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

/// Returns the slope between the two largest sizes; nothing for fewer than two.
std::optional<double> SlopeOf(const BySize& times) {
  if (times.size() < 2) return std::nullopt;
  const auto last = std::prev(times.end());
  const auto before = std::prev(last);
  return (MedianOf(last->second) - MedianOf(before->second)) /
         static_cast<double>(last->first.count - before->first.count);
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
                        .latency = PairMatrix(count_),
                        .byte_time = PairMatrix(count_),
                        .byte_within = std::vector<double>(count_, PairMatrix::kUnknown),
                        .noise = noise_.empty() ? 0 : MedianOf(noise_)};
    for (const auto& [pair, times] : trips_) {
      const auto [a, b] = pair;
      const double byte_time = ByteTime(pair, times);
      if (a == b) {
        result.byte_within[a] = byte_time;
      } else {
        result.latency.Set(a, b, MedianOf(times.begin()->second));
        result.byte_time.Set(a, b, byte_time);
      }
    }
    TakeOffBytes(result);
    return result;
  }

 private:
  void TakeOffBytes(HostReadings& result) const {
    if (trips_.empty()) return;
    PairMatrix& latency = result.latency;
    Bytes smallest = trips_.begin()->second.begin()->first;
    for (const auto& [pair, times] : trips_) smallest = std::min(smallest, times.begin()->first);
    const auto bytes = static_cast<double>(smallest.count);
    const auto take_off = [&](double each) {
      for (std::size_t i = 0; i < count_; ++i) {
        for (std::size_t j = i + 1; j < count_; ++j) {
          latency.Set(i, j, latency.At(i, j) - each * result.byte_time.At(i, j));
        }
      }
    };
    take_off(bytes);
    constexpr double kTick = 1e-9;  // s: clocks count no less
    const double nearest = MedianOf(trips_.begin()->second.begin()->second);
    result.envelope =
        FindEnvelope(latency, result.byte_time, std::max(kTick, result.noise * nearest));
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

  /// Returns the time of a byte on the way of a pair.
  double ByteTime(const HostPair& pair, const BySize& times) const {
    BySize waiting(times.upper_bound(limit_), times.end());
    if (const auto slope = SlopeOf(waiting)) return std::max(0.0, *slope);
    const BySize buffered(times.begin(), times.upper_bound(limit_));
    const auto slope = SlopeOf(buffered);
    if (!slope) return SlopeOf(times).value_or(PairMatrix::kUnknown);
    double of_calls = 0;
    for (const std::size_t host : {pair.first, pair.second}) {
      of_calls += SlopeOf(calls_[host]).value_or(0) + SlopeOf(receives_[host]).value_or(0);
    }
    return std::max(0.0, *slope - of_calls / 2);
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

HostReadings ReadHosts(const measure::NetworkData& data, Bytes limit) {
  return Reading(data, limit).Read();
}

double ToleranceOf(const HostReadings& read) {
  // A tenth of that by which a model's idea may be off.
  constexpr double kLeast = kExact / 10;
  // In half widths of the round trips' intervals, which cover 95 % each.
  constexpr double kNoise = 4;
  return std::max(kLeast, kNoise * read.noise);
}

}  // namespace colltune::models
