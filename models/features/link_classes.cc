#include "models/features/link_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "models/fit/scalars.h"

namespace colltune::models {
namespace {

// Ratio of neighbours in the sorted times that always separates two kinds.
constexpr double kApart = 2;

// Ratio that separates two kinds if all pairs agree: one more switch on the way costs no more than
// that.
constexpr double kApartIfPlain = 1.2;

using HostPair = std::pair<std::string, std::string>;

/// Returns the round trips of the smallest size.
std::vector<measure::NetworkSample> SmallestRoundTrips(
    std::span<const measure::NetworkSample> samples) {
  std::optional<Bytes> smallest;
  for (const measure::NetworkSample& s : samples) {
    if (s.experiment != measure::Experiment::kRoundTrip) continue;
    smallest = std::min(smallest.value_or(s.bytes), s.bytes);
  }
  std::vector<measure::NetworkSample> chosen;
  for (const measure::NetworkSample& s : samples) {
    if (s.experiment == measure::Experiment::kRoundTrip && s.bytes == smallest) chosen.push_back(s);
  }
  return chosen;
}

/// Returns the first time of the upper group if the sorted times fall into two, by a ratio of
/// `apart` or more.
std::optional<Seconds> SplitOf(std::vector<Seconds> times, double apart) {
  std::ranges::sort(times);
  double widest = apart;
  std::optional<Seconds> split;
  for (std::size_t i = 1; i < times.size(); ++i) {
    const double ratio = times[i] / times[i - 1];
    if (ratio < widest) continue;
    widest = ratio;
    split = times[i];
  }
  return split;
}

/// Numbers the sites: hosts that are connected get the same number, from 0 in the order of the
/// places.
Sites Connect(std::span<const measure::Place> places, const std::map<HostPair, Seconds>& times,
              Seconds far) {
  Sites sites;
  int next = 0;
  for (const measure::Place& place : places) {
    if (sites.contains(place.host)) continue;
    std::vector<std::string> reached = {place.host};
    sites[place.host] = next;
    while (!reached.empty()) {
      const std::string host = reached.back();
      reached.pop_back();
      for (const auto& [pair, time] : times) {
        if (time >= far || (pair.first != host && pair.second != host)) continue;
        const std::string& other = pair.first == host ? pair.second : pair.first;
        if (sites.try_emplace(other, next).second) reached.push_back(other);
      }
    }
    ++next;
  }
  return sites;
}

/// Whether all pairs within a site are near and all others far, and no site is a single host.
/// Unlike hosts also fall into two kinds of pairs, but not like this.
bool IsPlain(const Sites& sites, const std::map<HostPair, Seconds>& times, Seconds far) {
  std::map<int, int> hosts;
  for (const auto& [host, site] : sites) ++hosts[site];
  return std::ranges::all_of(hosts, [](const auto& site) { return site.second > 1; }) &&
         std::ranges::all_of(times, [&](const auto& time) {
           const auto& [pair, taken] = time;
           return (sites.at(pair.first) == sites.at(pair.second)) == (taken < far);
         });
}

Sites FindSites(std::span<const measure::Place> places, const std::map<HostPair, Seconds>& times) {
  std::vector<Seconds> sorted;
  for (const auto& [pair, time] : times) sorted.push_back(time);
  if (const auto far = SplitOf(sorted, kApart)) return Connect(places, times, *far);
  const auto far = SplitOf(sorted, kApartIfPlain);
  if (!far) return {};
  Sites sites = Connect(places, times, *far);
  return IsPlain(sites, times, *far) ? sites : Sites{};
}

double ToMicroseconds(Seconds time) { return Microseconds(time).count(); }

void Report(const measure::NetworkData& data, std::span<const measure::NetworkSample> trips,
            LinkClasses& classes) {
  std::map<LinkClass, std::vector<Seconds>> times;
  for (const measure::NetworkSample& s : trips) {
    times[ClassOf(data.places[static_cast<std::size_t>(s.from)],
                  data.places[static_cast<std::size_t>(s.to)], classes.sites)]
        .push_back(s.time);
  }
  std::optional<LinkClass> nearer;
  for (auto& [link, all] : times) {
    const std::string_view name = kLinkClassNames[static_cast<std::size_t>(link)];
    const auto [least, most] = std::ranges::minmax(all);
    classes.notes.push_back(fmt::format("{}: {} pairs, with round trips from {:.3g} to {:.3g} us",
                                        name, all.size(), ToMicroseconds(least),
                                        ToMicroseconds(most)));
    if (const auto split = SplitOf(all, kApart)) {
      classes.notes.push_back(fmt::format(
          "{}: its round trips are of two kinds, below {:.3g} us and from there on; the places do "
          "not tell these apart",
          name, ToMicroseconds(*split)));
    }
    if (nearer && MiddleOf(times[*nearer]) >= MiddleOf(all)) {
      classes.notes.push_back(
          fmt::format("{}: nearer by their places, but not by their round trips, than pairs of {}",
                      kLinkClassNames[static_cast<std::size_t>(*nearer)], name));
    }
    nearer = link;
  }
}

}  // namespace

LinkClass ClassOf(const measure::Place& from, const measure::Place& to, const Sites& sites) {
  if (from == to) return LinkClass::kSocket;
  if (from.host == to.host) return LinkClass::kHost;
  const auto site = [&](const measure::Place& place) {
    const auto found = sites.find(place.host);
    return found == sites.end() ? 0 : found->second;
  };
  return site(from) == site(to) ? LinkClass::kSwitch : LinkClass::kSite;
}

LinkClasses FindLinkClasses(const measure::NetworkData& data) {
  const std::vector<measure::NetworkSample> trips = SmallestRoundTrips(data.samples);
  std::map<HostPair, std::vector<Seconds>> all;
  for (const measure::NetworkSample& s : trips) {
    const std::string& from = data.places[static_cast<std::size_t>(s.from)].host;
    const std::string& to = data.places[static_cast<std::size_t>(s.to)].host;
    if (from != to) all[std::minmax(from, to)].push_back(s.time);
  }
  std::map<HostPair, Seconds> times;
  for (auto& [pair, own] : all) times[pair] = MiddleOf(std::move(own));
  LinkClasses classes;
  classes.sites = FindSites(data.places, times);
  Report(data, trips, classes);
  return classes;
}

}  // namespace colltune::models
