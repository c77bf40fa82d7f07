#include "models/features/host_ports.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "models/features/bandwidth_inference.h"

namespace colltune::models {
namespace {

std::string NameOf(std::string_view direction, const std::string& host) {
  return fmt::format("port {} {}", direction, host);
}

constexpr double kClearly = 1.05;

/// Returns the port that explains the sample's time; nothing if processors and single links explain
/// the time.
std::optional<HostPort> PortThatExplains(const measure::NetworkSample& s, const Network& network) {
  const Seconds uncertain = (s.high - s.low) / 2;
  if (s.time <= kClearly * ReplayedTime(s, network, 0) + uncertain) return std::nullopt;
  const double byte_time = LinkThatExplains(s, s.time, network);
  if (uncertain <= Seconds(0)) return HostPort{byte_time, 0};
  const double least = LinkThatExplains(s, s.time - uncertain, network);
  const double most = LinkThatExplains(s, s.time + uncertain, network);
  return HostPort{byte_time, (most - least) / 2};
}

class Finder {
 public:
  Finder(const measure::NetworkData& data, Bytes limit, const Network& network)
      : data_(data), limit_(limit), network_(network) {}

  PortsFound Find(measure::Experiment experiment) const {
    const bool out = experiment == measure::Experiment::kOneToManyLastAnswers;
    std::map<Rank, const measure::NetworkSample*>
        best;  // the most bytes, and of those the most messages
    for (const measure::NetworkSample& s : data_.samples) {
      if (s.experiment != experiment || s.bytes > limit_ || s.bytes <= Bytes{0}) continue;
      const Rank self = out ? s.from : s.to;
      if (s.others.empty() || !LeavesHost(s, self, out ? s.to : s.from)) continue;
      const measure::NetworkSample*& known = best[self];
      if (known == nullptr || SizeOf(s) > SizeOf(*known)) known = &s;
    }
    std::map<std::string, std::vector<HostPort>> all;
    PortsFound found;
    for (const auto& [rank, s] : best) {
      if (const auto port = PortThatExplains(*s, network_)) {
        all[HostOf(rank)].push_back(*port);
      } else {
        found.slower.insert(HostOf(rank));
      }
    }
    for (const auto& [host, ports] : all) {
      found.ports[host] = MeanOf(ports);
      found.slower.erase(host);
    }
    return found;
  }

 private:
  static std::pair<Bytes, std::size_t> SizeOf(const measure::NetworkSample& s) {
    return {s.bytes, s.others.size()};
  }

  const std::string& HostOf(Rank rank) const {
    return data_.places[static_cast<std::size_t>(rank)].host;
  }

  bool LeavesHost(const measure::NetworkSample& s, Rank self, Rank other) const {
    return HostOf(self) != HostOf(other) &&
           std::ranges::none_of(s.others, [&](Rank rank) { return HostOf(rank) == HostOf(self); });
  }

  const measure::NetworkData& data_;
  const Bytes limit_;
  const Network& network_;
};

}  // namespace

HostPort MeanOf(std::span<const HostPort> ports) {
  HostPort mean;
  for (const HostPort& port : ports) {
    mean.byte_time += port.byte_time / static_cast<double>(ports.size());
    mean.half_width = std::max(mean.half_width, port.half_width);
  }
  return mean;
}

HostPorts::HostPorts(const ParameterValues& values, std::span<const measure::Place> places) {
  std::map<std::string, std::int32_t> known;
  const auto link = [&](std::string_view direction, const std::string& host) {
    const std::string name = NameOf(direction, host);
    const auto value = values.find(name);
    if (value == values.end() || value->second <= 0) return std::int32_t{-1};
    const auto [at, is_new] = known.try_emplace(name, static_cast<std::int32_t>(links_.size()));
    if (is_new) links_.push_back({name, value->second});
    return at->second;
  };
  std::map<std::string, int> hosts;
  for (const measure::Place& place : places) {
    const int number = hosts.try_emplace(place.host, static_cast<int>(hosts.size())).first->second;
    ranks_.push_back({place.host, number, link("out", place.host), link("in", place.host)});
  }
}

std::vector<std::string> HostPorts::Names(std::span<const measure::Place> places) {
  std::set<std::string> names;
  for (const measure::Place& place : places) {
    names.insert(NameOf("out", place.host));
    names.insert(NameOf("in", place.host));
  }
  return {names.begin(), names.end()};
}

Route HostPorts::RouteOf(Rank from, Rank to) const {
  const Of& sender = ranks_[static_cast<std::size_t>(from)];
  const Of& receiver = ranks_[static_cast<std::size_t>(to)];
  Route route;
  if (sender.host == receiver.host) return route;
  for (const std::int32_t link : {sender.out, receiver.in}) {
    if (link >= 0) route.links[static_cast<std::size_t>(route.count++)] = link;
  }
  return route;
}

SwitchPort HostPorts::PortTo(Rank to, double byte_time) const {
  const Of& rank = ranks_[static_cast<std::size_t>(to)];
  if (rank.in >= 0) byte_time = links_[static_cast<std::size_t>(rank.in)].byte_time;
  return {.host = rank.number, .byte_time = byte_time};
}

HostPortsFound FindHostPorts(const measure::NetworkData& data, Bytes eager_limit,
                             const Network& network) {
  const Finder finder(data, eager_limit, network);
  HostPortsFound found;
  found.out = finder.Find(measure::Experiment::kOneToManyLastAnswers);
  found.in = finder.Find(measure::Experiment::kManyToOne);
  if (found.in.ports.empty() && !found.in.slower.empty()) return found;
  for (const auto& [host, port] : found.out.ports) {
    if (found.in.ports.contains(host) || found.in.slower.contains(host)) continue;
    found.in.ports[host] = {port.byte_time, std::numeric_limits<double>::infinity(), false};
  }
  return found;
}

void AddHostPorts(const HostPortsFound& found, Fit& fit) {
  std::vector<std::string> alike;
  for (const auto& [direction, side] : {std::pair{"out", &found.out}, {"in", &found.in}}) {
    for (const auto& [host, port] : side->ports) {
      fit.parameters.push_back(
          {NameOf(direction, host), port.byte_time, "s/B", port.half_width, port.identified});
      if (!port.identified) alike.push_back(host);
    }
    if (side->slower.empty()) continue;
    fit.notes.push_back(fmt::format("port {} of {}: not identified: the processor is slower",
                                    direction, fmt::join(side->slower, ", ")));
  }
  if (found.out.ports.empty() && found.out.slower.empty()) {
    fit.notes.push_back(fmt::format(
        "ports out: not identified: it takes {} of two or more ranks on other hosts, of "
        "buffered messages; messages are taken not to share any",
        InWords(measure::Experiment::kOneToManyLastAnswers)));
  }
  if (alike.empty()) return;
  fit.notes.push_back(
      fmt::format("port in of {}: not identified: it takes {} of two or more ranks on other hosts, "
                  "of buffered messages; taken for the port out",
                  fmt::join(alike, ", "), InWords(measure::Experiment::kManyToOne)));
}

}  // namespace colltune::models
