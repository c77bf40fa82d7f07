#include "models/host_ports.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>

namespace colltune {
namespace {

std::string NameOf(std::string_view direction, const std::string& host) {
  return fmt::format("port {} {}", direction, host);
}

/// A message's way, by what can be shared.
struct Way {
  Seconds sending{};
  Seconds rest{};  ///< latency and receiving
  Seconds wire{};  ///< the bytes alone
};

Way WayOf(const Network& network, Rank from, Rank to, Bytes bytes) {
  const MessageCost empty = network.Cost(from, to, Bytes{0});
  const MessageCost cost = network.Cost(from, to, bytes);
  const Seconds latency = empty.transfer + empty.latency;
  return {.sending = cost.send_overhead,
          .rest = latency + cost.receive_overhead,
          .wire = cost.transfer + cost.latency - latency};
}

Seconds WholeOf(const Way& way) { return way.sending + way.wire + way.rest; }

/// What the samples say of the link of one host, as one rank finds it: seconds per byte, at least
/// and at most.
struct Bounds {
  double least = 0;
  double most = 0;
  double half_width = 0;
  bool slower = false;  ///< the processor is
};

constexpr double kClearly = 1.05;

Seconds UncertaintyOf(const NetworkSample& s) { return (s.high - s.low) / 2; }

/// Of `from` with q messages, of which the last is answered. They follow each other at the pace of
/// the slower one of processor and link.
Bounds OutOf(const NetworkSample& s, const Network& network) {
  const double q = static_cast<double>(s.others.size()) + 1;
  const auto bytes = static_cast<double>(s.bytes.count);
  const Way last = WayOf(network, s.from, s.to, s.bytes);
  const Seconds answer = WholeOf(WayOf(network, s.to, s.from, s.reply));
  const Seconds paced = s.time - last.sending - last.rest - answer;
  const double byte_time = paced.count() / q / bytes;
  const Seconds by_processor = (q - 1) * last.sending + last.wire;
  return {byte_time, byte_time, UncertaintyOf(s).count() / q / bytes,
          paced <= kClearly * by_processor + UncertaintyOf(s)};
}

/// Into `to` from q ranks. What has arrived is received while more arrives, or all of it in the
/// end: both happen.
Bounds InTo(const NetworkSample& s, const Network& network) {
  const double q = static_cast<double>(s.others.size()) + 1;
  const auto bytes = static_cast<double>(s.bytes.count);
  constexpr Bytes kSignal{1};
  const Way signal = WayOf(network, s.to, s.from, kSignal);
  std::vector<Rank> senders = s.others;
  senders.push_back(s.from);
  Seconds rest{};
  for (const Rank sender : senders) {
    const Way way = WayOf(network, sender, s.to, s.bytes);
    rest += (way.sending + way.rest) / q;
  }
  const Seconds paced = s.time - WholeOf(signal) - rest;
  const Seconds receiving = (q - 1) * network.Cost(s.from, s.to, s.bytes).receive_overhead;
  const Seconds wire = WayOf(network, s.from, s.to, s.bytes).wire;
  return {(paced - receiving).count() / q / bytes, paced.count() / q / bytes,
          UncertaintyOf(s).count() / q / bytes,
          paced <= kClearly * (wire + receiving) + UncertaintyOf(s)};
}

using BoundsByHost = std::map<std::string, std::vector<Bounds>>;

class Finder {
 public:
  Finder(const NetworkData& data, Bytes limit, const Network& network)
      : data_(data), limit_(limit), network_(network) {}

  BoundsByHost Find(Experiment experiment) const {
    const bool out = experiment == Experiment::kOneToManyLastAnswers;
    std::map<Rank, const NetworkSample*> best;  // the most bytes, and of those the most messages
    for (const NetworkSample& s : data_.samples) {
      if (s.experiment != experiment || s.bytes > limit_ || s.bytes <= Bytes{0}) continue;
      const Rank self = out ? s.from : s.to;
      if (s.others.empty() || !LeavesHost(s, self, out ? s.to : s.from)) continue;
      const NetworkSample*& known = best[self];
      if (known == nullptr || SizeOf(s) > SizeOf(*known)) known = &s;
    }
    BoundsByHost all;
    for (const auto& [rank, s] : best) {
      all[HostOf(rank)].push_back(out ? OutOf(*s, network_) : InTo(*s, network_));
    }
    return all;
  }

 private:
  static std::pair<Bytes, std::size_t> SizeOf(const NetworkSample& s) {
    return {s.bytes, s.others.size()};
  }

  const std::string& HostOf(Rank rank) const {
    return data_.places[static_cast<std::size_t>(rank)].host;
  }

  bool LeavesHost(const NetworkSample& s, Rank self, Rank other) const {
    return HostOf(self) != HostOf(other) &&
           std::ranges::none_of(s.others, [&](Rank rank) { return HostOf(rank) == HostOf(self); });
  }

  const NetworkData& data_;
  const Bytes limit_;
  const Network& network_;
};

/// The mean over a host's ranks, each at the least. `alike` is what a port is taken for where it
/// lies between the bounds: that of the other direction, or 0.
HostPort MeanOf(const std::vector<Bounds>& all, double alike) {
  HostPort mean;
  const auto count = static_cast<double>(all.size());
  for (const Bounds& bounds : all) {
    const bool is_alike = alike * kClearly >= bounds.least && alike <= bounds.most * kClearly;
    mean.byte_time += (is_alike ? alike : bounds.least) / count;
    mean.half_width = std::max(mean.half_width, bounds.half_width);
  }
  return mean;
}

PortsFound ToPorts(const BoundsByHost& all, const PortsFound& other) {
  PortsFound found;
  for (const auto& [host, bounds] : all) {
    std::vector<Bounds> told;
    std::ranges::copy_if(bounds, std::back_inserter(told),
                         [](const Bounds& b) { return !b.slower; });
    if (told.empty()) {
      found.slower.insert(host);
      continue;
    }
    const auto alike = other.ports.find(host);
    found.ports[host] = MeanOf(told, alike == other.ports.end() ? 0 : alike->second.byte_time);
  }
  return found;
}

}  // namespace

HostPorts::HostPorts(const ParameterValues& values, std::span<const Place> places) {
  std::map<std::string, std::int32_t> known;
  const auto link = [&](std::string_view direction, const std::string& host) {
    const std::string name = NameOf(direction, host);
    const auto value = values.find(name);
    if (value == values.end() || value->second <= 0) return std::int32_t{-1};
    const auto [at, is_new] = known.try_emplace(name, static_cast<std::int32_t>(links_.size()));
    if (is_new) links_.push_back({name, value->second});
    return at->second;
  };
  for (const Place& place : places) {
    ranks_.push_back({place.host, link("out", place.host), link("in", place.host)});
  }
}

std::vector<std::string> HostPorts::Names(std::span<const Place> places) {
  std::set<std::string> names;
  for (const Place& place : places) {
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

HostPortsFound FindHostPorts(const NetworkData& data, Bytes eager_limit, const Network& network) {
  const Finder finder(data, eager_limit, network);
  HostPortsFound found;
  found.out = ToPorts(finder.Find(Experiment::kOneToManyLastAnswers), {});
  found.in = ToPorts(finder.Find(Experiment::kManyToOne), found.out);
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
        InWords(Experiment::kOneToManyLastAnswers)));
  }
  if (alike.empty()) return;
  fit.notes.push_back(
      fmt::format("port in of {}: not identified: it takes {} of two or more ranks on other hosts, "
                  "of buffered messages; taken for the port out",
                  fmt::join(alike, ", "), InWords(Experiment::kManyToOne)));
}

}  // namespace colltune
