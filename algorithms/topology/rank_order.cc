#include "algorithms/topology/rank_order.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

namespace colltune {
namespace {

/// Message size at which hosts are compared: neither latency nor bandwidth alone decides.
constexpr Bytes kTypical{16 << 10};

/// Returns for each kind of host the time in seconds that such a host takes to send a message to
/// each host.
std::vector<double> Paces(const Places& places) {
  std::vector<double> paces;
  for (int kind = 0; kind < places.costs().kinds(); ++kind) {
    double pace = 0;
    for (const Host& to : places.hosts()) {
      pace += places.costs().At(Nearness::kSite, kind, to.kind, kTypical).next;
    }
    paces.push_back(pace);
  }
  return paces;
}

/// Returns the number of messages of the algorithm at a place.
std::size_t WorkAt(const Algorithm& algorithm, int ranks, int place) {
  const Shape shape{.ranks = ranks, .elements = algorithm.divides ? ranks : 1};
  return algorithm.build(shape, place, StandardChoice(algorithm).parameters).messages().size();
}

/// A host, and the number of messages at the first place that it would take without an exchange.
struct Stand {
  int host;
  std::size_t work;
};

/// Exchanges hosts of one site: the fastest ones take the places with most messages.
void Exchange(std::span<Stand> site, const std::function<double(int)>& pace_of) {
  std::vector<int> fastest;
  for (const Stand& stand : site) fastest.push_back(stand.host);
  std::ranges::stable_sort(fastest, {}, pace_of);
  std::vector<Stand*> busiest;
  for (Stand& stand : site) busiest.push_back(&stand);
  std::ranges::stable_sort(busiest, std::greater<>(), &Stand::work);
  for (std::size_t i = 0; i < site.size(); ++i) busiest[i]->host = fastest[i];
}

/// Returns the places at which a new group begins, 0 first, then the number of places.
std::vector<int> GroupsOf(const Places& places, const std::vector<Rank>& rank_at) {
  std::vector<int> groups = {0};
  for (std::size_t place = 1; place < rank_at.size(); ++place) {
    if (places.GroupOf(rank_at[place]) == places.GroupOf(rank_at[place - 1])) continue;
    groups.push_back(static_cast<int>(place));
  }
  groups.push_back(places.ranks());
  return groups;
}

}  // namespace

RankOrder OrderFor(const Places& places, const Algorithm& algorithm, Rank first) {
  std::vector<std::vector<Rank>> ranks(places.hosts().size());
  const auto ranks_of = [&](int host) -> std::vector<Rank>& {
    return ranks[static_cast<std::size_t>(host)];
  };
  const int first_host = places.HostOf(first);
  ranks_of(first_host).push_back(first);
  for (Rank rank = 0; rank < places.ranks(); ++rank) {
    if (rank != first) ranks_of(places.HostOf(rank)).push_back(rank);
  }
  std::vector<int> hosts(ranks.size());
  std::iota(hosts.begin(), hosts.end(), 0);
  const auto site_of = [&](int host) { return places.At(host).site; };
  std::ranges::stable_sort(hosts, {}, [&](int host) {
    return std::tuple(site_of(host) != site_of(first_host), site_of(host), host != first_host);
  });

  std::vector<Stand> stands;
  int place = 0;
  for (const int host : hosts) {
    stands.push_back({host, WorkAt(algorithm, places.ranks(), place)});
    place += static_cast<int>(ranks_of(host).size());
  }
  const std::vector<double> paces = Paces(places);
  const auto pace_of = [&](int host) {
    return paces[static_cast<std::size_t>(places.At(host).kind)];
  };
  // The host of the first rank stays where it is.
  for (auto begin = stands.begin() + 1; begin != stands.end();) {
    const auto end = std::find_if(begin, stands.end(), [&](const Stand& stand) {
      return site_of(stand.host) != site_of(begin->host);
    });
    Exchange({begin, end}, pace_of);
    begin = end;
  }

  RankOrder order;
  for (const Stand& stand : stands) {
    const auto& there = ranks_of(stand.host);
    order.rank_at.insert(order.rank_at.end(), there.begin(), there.end());
  }
  order.place_of.resize(order.rank_at.size());
  for (std::size_t i = 0; i < order.rank_at.size(); ++i) {
    order.place_of[static_cast<std::size_t>(order.rank_at[i])] = static_cast<int>(i);
  }
  order.groups = GroupsOf(places, order.rank_at);
  return order;
}

std::shared_ptr<const RankOrder> OrderOf(const Places& places, const Algorithm& algorithm,
                                         Rank first) {
  return places.memo().Of<RankOrder>(std::tuple(algorithm.collective, algorithm.name, first),
                                     [&] { return OrderFor(places, algorithm, first); });
}

}  // namespace colltune
