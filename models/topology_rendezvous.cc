#include "models/topology_rendezvous.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "models/features/experiment_replay.h"
#include "models/fit/linear_model.h"
#include "models/fit/scalars.h"
#include "models/topology_network.h"

namespace colltune::models {
namespace {

/// Returns for each host its streams of the smallest size that waits, to several others.
std::map<std::size_t, const measure::NetworkSample*> SmallStreams(const measure::NetworkData& data,
                                                                  const HostReadings& read,
                                                                  Bytes limit) {
  std::map<std::size_t, const measure::NetworkSample*> found;
  for (const measure::NetworkSample& s : data.samples) {
    const bool is_one = s.experiment == measure::Experiment::kPairsAtOnce && !s.others.empty();
    if (!is_one || s.bytes <= limit) continue;
    const std::size_t host = read.HostOf(s.from);
    const bool leaves = std::ranges::all_of(StreamsOf(s), [&](const auto& stream) {
      return read.HostOf(stream.first) == host && read.HostOf(stream.second) != host;
    });
    if (!leaves) continue;
    const measure::NetworkSample*& known = found[host];
    if (known == nullptr || s.bytes < known->bytes) known = &s;
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
  const auto late = [&](double value) {
    values[parameter] = value;
    return (ReplayedStreams(sample, *MakeTopology(values, places)) - sample.time).count();
  };
  const double without = late(0);
  const double with = late(most);
  if (with - without < kLeastShare * sample.time.count()) return std::nullopt;
  if (without >= 0) return 0;
  if (with <= 0) return most;
  return RootOf(late, 0, most);
}

FittedParameter& ParameterOf(Fit& fit, const std::string& name) {
  return *std::ranges::find(fit.parameters, name, &FittedParameter::name);
}

/// Sets o_s where nothing is buffered.
void SetOverheads(const measure::NetworkData& data, const HostReadings& read, Bytes limit,
                  Fit& fit) {
  ParameterOf(fit, std::string(kRendezvousShare)).value = 0;
  ParameterOf(fit, std::string(kNonblockingShare)).value = 1;
  const ParameterValues values = ValuesOf(fit);
  for (const auto& [host, sample] : SmallStreams(data, read, limit)) {
    const std::string name = fmt::format("{}{}", host_parameter::kSendOverhead, read.hosts[host]);
    const double most = (sample->time / sample->messages).count();
    if (const auto value = ValueThatExplains(*sample, data.places, values, name, most)) {
      FittedParameter& parameter = ParameterOf(fit, name);
      parameter.value = *value;
      parameter.identified = true;
    }
  }
}

}  // namespace

void FindNonblocking(const measure::NetworkData& data, const HostReadings& read, Bytes limit,
                     Fit& fit) {
  const std::string name(kNonblockingShare);
  const bool buffers = std::ranges::any_of(data.samples, [&](const measure::NetworkSample& s) {
    return s.experiment == measure::Experiment::kSendCall && s.bytes <= limit;
  });
  if (!buffers) return SetOverheads(data, read, limit, fit);
  const ParameterValues values = ValuesOf(fit);
  std::vector<double> shares;
  for (const auto& [host, sample] : SmallStreams(data, read, limit)) {
    if (const auto share = ValueThatExplains(*sample, data.places, values, name, 1)) {
      shares.push_back(*share);
    }
  }
  FittedParameter& parameter = ParameterOf(fit, name);
  parameter.identified = !shares.empty();
  if (shares.empty()) return;
  parameter.value = MiddleOf(std::move(shares));
}

}  // namespace colltune::models
