#include "models/host_ports.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace colltune {
namespace {

std::string NameOf(std::string_view direction, const std::string& host) {
  return fmt::format("port {} {}", direction, host);
}

/// The times of q messages, by q, and the largest half of an interval among them.
struct Fan {
  std::map<int, std::pair<Seconds, int>> times;  ///< sum and number
  Seconds uncertain{};

  void Add(int messages, const NetworkSample& s) {
    auto& [sum, count] = times[messages];
    sum += s.time;
    ++count;
    uncertain = std::max(uncertain, (s.high - s.low) / 2);
  }
};

struct Slope {
  Seconds each{};  ///< what each further message takes
  Seconds uncertain{};
};

/// Of the line through the means, by least squares. Requires two numbers of messages.
Slope SlopeOf(const Fan& fan) {
  double x = 0;
  double y = 0;
  const auto n = static_cast<double>(fan.times.size());
  for (const auto& [messages, time] : fan.times) {
    x += messages / n;
    y += time.first.count() / time.second / n;
  }
  double xx = 0;
  double xy = 0;
  for (const auto& [messages, time] : fan.times) {
    xx += (messages - x) * (messages - x);
    xy += (messages - x) * (time.first.count() / time.second - y);
  }
  const int range = fan.times.rbegin()->first - fan.times.begin()->first;
  return {Seconds(xy / xx), 2 * fan.uncertain / range};
}

/// A port as one rank finds it.
struct Found {
  double byte_time = 0;
  double half_width = 0;
};

class Finder {
 public:
  Finder(const NetworkData& data, Bytes limit, const ProcessorTime& processor)
      : data_(data), limit_(limit), processor_(processor) {}

  /// By host. `slower` gets the hosts whose processors are slower than their ports.
  std::map<std::string, Found> Find(Experiment experiment, std::set<std::string>& slower) const {
    const bool out = experiment == Experiment::kOneToManyLastAnswers;
    std::map<Rank, std::map<Bytes, Fan>> fans;
    for (const NetworkSample& s : data_.samples) {
      if (s.experiment != experiment || s.bytes > limit_ || s.bytes <= Bytes{0}) continue;
      const Rank self = out ? s.from : s.to;
      if (!LeavesHost(s, self, out ? s.to : s.from)) continue;
      fans[self][s.bytes].Add(static_cast<int>(s.others.size()) + 1, s);
    }
    std::map<std::string, std::vector<Found>> all;
    for (const auto& [rank, sizes] : fans) {
      const auto largest = std::ranges::find_if(sizes.rbegin(), sizes.rend(), [](const auto& size) {
        return size.second.times.size() > 1;
      });
      if (largest == sizes.rend()) continue;
      Judge(rank, largest->first, SlopeOf(largest->second), all, slower);
    }
    std::map<std::string, Found> ports;
    for (const auto& [host, found] : all) ports[host] = MeanOf(found);
    return ports;
  }

 private:
  const std::string& HostOf(Rank rank) const {
    return data_.places[static_cast<std::size_t>(rank)].host;
  }

  bool LeavesHost(const NetworkSample& s, Rank self, Rank other) const {
    return HostOf(self) != HostOf(other) &&
           std::ranges::none_of(s.others, [&](Rank rank) { return HostOf(rank) == HostOf(self); });
  }

  void Judge(Rank rank, Bytes bytes, const Slope& slope,
             std::map<std::string, std::vector<Found>>& all, std::set<std::string>& slower) const {
    constexpr double kClearly = 1.05;
    if (slope.each <= kClearly * processor_(rank, bytes) + slope.uncertain) {
      slower.insert(HostOf(rank));
      return;
    }
    const auto m = static_cast<double>(bytes.count);
    all[HostOf(rank)].push_back({slope.each.count() / m, slope.uncertain.count() / m});
  }

  static Found MeanOf(const std::vector<Found>& found) {
    Found mean;
    for (const Found& one : found) {
      mean.byte_time += one.byte_time / static_cast<double>(found.size());
      mean.half_width = std::max(mean.half_width, one.half_width);
    }
    return mean;
  }

  const NetworkData& data_;
  const Bytes limit_;
  const ProcessorTime& processor_;
};

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

void AddHostPorts(const NetworkData& data, Bytes eager_limit, const ProcessorTime& processor,
                  Fit& fit) {
  const Finder finder(data, eager_limit, processor);
  for (const auto& [direction, experiment] :
       {std::pair{"out", Experiment::kOneToManyLastAnswers}, {"in", Experiment::kManyToOne}}) {
    std::set<std::string> slower;
    const std::map<std::string, Found> ports = finder.Find(experiment, slower);
    for (const auto& [host, found] : ports) {
      fit.parameters.push_back({NameOf(direction, host), found.byte_time, "s/B", found.half_width});
      slower.erase(host);
    }
    if (!slower.empty()) {
      fit.notes.push_back(fmt::format("port {} of {}: not identified: the processor is slower",
                                      direction, fmt::join(slower, ", ")));
    }
    if (ports.empty() && slower.empty()) {
      fit.notes.push_back(fmt::format(
          "ports {}: not identified: it takes {} of two or more numbers of ranks on other hosts, "
          "of buffered messages; messages are taken not to share any",
          direction, InWords(experiment)));
    }
  }
}

}  // namespace colltune
