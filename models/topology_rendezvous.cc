#include "models/topology_rendezvous.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "models/features/experiment_replay.h"
#include "models/fit/linear_model.h"
#include "models/fit/scalars.h"
#include "models/topology_network.h"

namespace colltune::models {
namespace {

enum class Which : unsigned char { kSmallest, kLargest };

/// Returns for each host its streams of the smallest or largest size that waits, to other hosts.
std::map<std::size_t, const measure::NetworkSample*> StreamsOut(const measure::NetworkData& data,
                                                                const HostReadings& read,
                                                                Bytes limit, Which which) {
  std::map<std::size_t, const measure::NetworkSample*> found;
  for (const measure::NetworkSample& s : data.samples) {
    const bool is_one = HasPairs(s.experiment) && !s.others.empty();
    if (!is_one || s.bytes <= limit) continue;
    const std::size_t host = read.HostOf(s.from);
    const bool leaves = std::ranges::all_of(StreamsOf(s), [&](const auto& stream) {
      return read.HostOf(stream.first) == host && read.HostOf(stream.second) != host;
    });
    if (!leaves) continue;
    const measure::NetworkSample*& known = found[host];
    const bool better = known == nullptr || (which == Which::kSmallest ? s.bytes < known->bytes
                                                                       : s.bytes >= known->bytes);
    if (better) known = &s;
  }
  return found;
}

/// Returns the value of the parameter from 0 to `most` with which the streams take their time;
/// nothing if they hardly depend on it.
std::optional<double> ValueThatExplains(const measure::NetworkSample& sample,
                                        const std::vector<measure::Place>& places,
                                        ParameterValues values, const std::string& parameter,
                                        double most) {
  constexpr double kLeastShare = 0.1;
  constexpr double kLikely = 0.02;  // by which a replay may be off
  const auto late = [&](double value) {
    values[parameter] = value;
    return (ReplayedTime(sample, *MakeTopology(values, places)) - sample.time).count();
  };
  const double without = late(0);
  const double with = late(most);
  if (with - without < kLeastShare * sample.time.count()) return std::nullopt;
  if (without >= -kLikely * sample.time.count()) return 0;
  if (with <= 0) return most;
  return RootOf(late, 0, most);
}

FittedParameter& ParameterOf(Fit& fit, const std::string& name) {
  return *std::ranges::find(fit.parameters, name, &FittedParameter::name);
}

/// Sets the parameter of each host for which its streams tell it. `most`: what the parameter would
/// be if it alone took all of the time.
template <typename Most>
void SetByStreams(const measure::NetworkData& data, const HostReadings& read,
                  const std::map<std::size_t, const measure::NetworkSample*>& streams,
                  std::string_view prefix, ParameterValues values, const Most& most, Fit& fit) {
  for (const auto& [host, sample] : streams) {
    const std::string name = fmt::format("{}{}", prefix, read.hosts[host]);
    if (const auto value =
            ValueThatExplains(*sample, data.places, values, name, most(*sample).count())) {
      FittedParameter& parameter = ParameterOf(fit, name);
      parameter.value = *value;
      parameter.identified = true;
    }
  }
}

ParameterValues WithLines(const Fit& fit, const std::map<std::string, double>& lines) {
  ParameterValues values = ValuesOf(fit);
  values.insert(lines.begin(), lines.end());
  return values;
}

Seconds TimeOfMessage(const measure::NetworkSample& s) { return s.time / s.messages; }

/// Sets o_s by what nonblocking sends of the smallest size take.
void SetSendOverheads(const measure::NetworkData& data, const HostReadings& read, Bytes limit,
                      const std::map<std::string, double>& lines, Fit& fit) {
  ParameterOf(fit, std::string(kRendezvousShare)).value = 0;
  SetByStreams(data, read, StreamsOut(data, read, limit, Which::kSmallest),
               host_parameter::kSendOverhead, WithLines(fit, lines), TimeOfMessage, fit);
}

/// Sets t_s by what nonblocking sends of the largest size take.
void SetSendBytes(const measure::NetworkData& data, const HostReadings& read, Bytes limit,
                  const std::map<std::string, double>& lines, Fit& fit) {
  SetByStreams(
      data, read, StreamsOut(data, read, limit, Which::kLargest), host_parameter::kSendByte,
      WithLines(fit, lines),
      [](const measure::NetworkSample& s) {
        return TimeOfMessage(s) / static_cast<double>(s.bytes.count);
      },
      fit);
}

}  // namespace

void AddRendezvous(const measure::NetworkData& data, const HostReadings& read, Bytes limit,
                   Fit& fit) {
  fit.parameters.push_back({std::string(kRendezvousShare), 1, "", 0});
  fit.parameters.push_back({std::string(kNonblockingShare), 0, "", 0});
  fit.parameters.push_back({std::string(kHandshake), 0, "s", 0});
  const auto network = MakeTopology(ValuesOf(fit), data.places);
  std::vector<double> beyond;
  std::vector<double> overheads;
  for (const measure::NetworkSample& s : data.samples) {
    const double byte_time = read.times.byte_time.At(read.HostOf(s.from), read.HostOf(s.to));
    if (s.experiment != measure::Experiment::kRoundTrip || s.bytes <= limit) continue;
    if (std::isnan(byte_time)) continue;
    const MessageCost there = network->Cost(s.from, s.to, s.bytes);
    const MessageCost back = network->Cost(s.to, s.from, s.bytes);
    const Seconds latency = (there.latency + back.latency) / 2;
    const double bytes = static_cast<double>(s.bytes.count + read.envelope) * byte_time;
    beyond.push_back((s.time / 2 - latency).count() - bytes);
    overheads.push_back(
        (there.send_overhead + there.receive_overhead + back.send_overhead + back.receive_overhead)
            .count() /
        2);
  }
  if (beyond.empty()) return;
  const double more = MiddleOf(std::move(beyond));
  const double overhead = MiddleOf(std::move(overheads));
  const double share = overhead > 0 ? std::clamp(more / overhead, 0.0, 1.0) : 1;
  ParameterOf(fit, std::string(kRendezvousShare)).value = share;
  ParameterOf(fit, std::string(kHandshake)).value = std::max(0.0, more - share * overhead);
}

std::optional<double> FindNonblocking(const measure::NetworkData& data, const HostReadings& read,
                                      Bytes limit, const std::map<std::string, double>& lines,
                                      Fit& fit) {
  std::set<Bytes> buffered;  // sizes of calls, which tell o_s, and t_s if they are two
  for (const measure::NetworkSample& s : data.samples) {
    const bool is_call = s.experiment == measure::Experiment::kSendCall && s.delay == Seconds{};
    if (is_call && s.bytes <= limit) buffered.insert(s.bytes);
  }
  const std::string name(kNonblockingShare);
  std::optional<double> share;
  if (buffered.empty()) {
    share = 1;
    ParameterOf(fit, name).value = 1;
    SetSendOverheads(data, read, limit, lines, fit);
  } else {
    const ParameterValues values = WithLines(fit, lines);
    std::vector<double> shares;
    for (const auto& [host, sample] : StreamsOut(data, read, limit, Which::kSmallest)) {
      const auto one = ValueThatExplains(*sample, data.places, values, name, 1);
      if (one) shares.push_back(*one);
    }
    if (!shares.empty()) share = MiddleOf(std::move(shares));
  }
  if (buffered.size() < 2) {
    ParameterOf(fit, name).value = share.value_or(1);
    SetSendBytes(data, read, limit, lines, fit);
  }
  return share;
}

}  // namespace colltune::models
