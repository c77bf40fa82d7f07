#include "models/features/topology_from_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace colltune::models {
namespace {

/// Message sizes from where latencies alone count to where bytes do.
constexpr std::array kSizes = {Bytes{0},       Bytes{256},      Bytes{1 << 10},
                               Bytes{4 << 10}, Bytes{16 << 10}, Bytes{64 << 10},
                               Bytes{1 << 18}, Bytes{1 << 20},  Bytes{4 << 20}};

constexpr double kAlike = 0.01;
constexpr Rank kNone = -1;

class Reading {
 public:
  Reading(const Network& network, std::span<const measure::Place> places) : network_(network) {
    std::map<std::string, int> known;
    for (Rank rank = 0; rank < static_cast<Rank>(places.size()); ++rank) {
      const auto [host, is_new] =
          known.try_emplace(places[static_cast<std::size_t>(rank)].host, Hosts());
      if (is_new) {
        ranks_.push_back({rank, kNone});
        names_.push_back(host->first);
      }
      auto& [first, second] = ranks_[static_cast<std::size_t>(host->second)];
      if (second == kNone && rank != first) second = rank;
    }
    FindLines();
    FindSites();
    for (double alike = kAlike; !FindKinds(alike);) alike *= 2;
  }

  Machine Result() const {
    Machine machine{{}, EdgeCosts(kinds_, {kSizes.begin(), kSizes.end()})};
    for (int from = 0; from < Hosts(); ++from) {
      machine.hosts[names_[static_cast<std::size_t>(from)]] = At(from);
      for (int to = 0; to < Hosts(); ++to) AddTo(machine.costs, from, to);
    }
    return machine;
  }

 private:
  int Hosts() const { return static_cast<int>(ranks_.size()); }
  Rank First(int host) const { return ranks_[static_cast<std::size_t>(host)].first; }
  Rank Second(int host) const { return ranks_[static_cast<std::size_t>(host)].second; }
  Host& At(int host) { return hosts_[static_cast<std::size_t>(host)]; }
  const Host& At(int host) const { return hosts_[static_cast<std::size_t>(host)]; }

  std::span<const std::int32_t> LinksOf(const Route& route) const {
    return {route.links.data(), static_cast<std::size_t>(route.count)};
  }

  /// Finds the links that several hosts send through, and several receive through.
  void FindLines() {
    struct Ends {
      int from = kNone;
      int to = kNone;
      bool many_from = false;
      bool many_to = false;
    };
    std::vector<Ends> ends(network_.Links().size());
    for (int from = 0; from < Hosts(); ++from) {
      for (int to = 0; to < Hosts(); ++to) {
        if (from == to) continue;
        const Route route = network_.RouteOf(First(from), First(to));
        for (const std::int32_t link : LinksOf(route)) {
          Ends& of = ends[static_cast<std::size_t>(link)];
          if (of.from == kNone) of = {from, to};
          of.many_from = of.many_from || of.from != from;
          of.many_to = of.many_to || of.to != to;
        }
      }
    }
    for (const Ends& of : ends) is_line_.push_back(of.many_from && of.many_to);
  }

  bool IsFar(int from, int to) const {
    const Route route = network_.RouteOf(First(from), First(to));
    return std::ranges::any_of(LinksOf(route), [this](std::int32_t link) {
      return is_line_[static_cast<std::size_t>(link)];
    });
  }

  void FindSites() {
    hosts_.assign(ranks_.size(), {0, kNone});
    int sites = 0;
    for (int host = 0; host < Hosts(); ++host) {
      if (At(host).site != kNone) continue;
      std::vector<int> reached = {host};
      At(host).site = sites++;
      while (!reached.empty()) {
        const int from = reached.back();
        reached.pop_back();
        for (int to = 0; to < Hosts(); ++to) {
          if (At(to).site != kNone || IsFar(from, to)) continue;
          At(to).site = At(from).site;
          reached.push_back(to);
        }
      }
    }
    for (int host = 0; host < Hosts() && sites == 1; ++host) {
      At(host).site = network_.SiteOf(First(host));
    }
  }

  /// Returns the byte time of the slowest link of the route, among the lines or among the others.
  double ByteTime(const Route& route, bool lines) const {
    double byte_time = 0;
    for (const std::int32_t link : LinksOf(route)) {
      const auto at = static_cast<std::size_t>(link);
      if (is_line_[at] == lines) byte_time = std::max(byte_time, network_.Links()[at].byte_time);
    }
    return byte_time;
  }

  EdgeTimes TimesOf(Rank from, Rank to, Bytes bytes, bool far) const {
    const MessageCost cost = network_.Cost(from, to, bytes);
    const Route route = network_.RouteOf(from, to);
    const auto on = [&](bool lines) {
      return Seconds(ByteTime(route, lines) * static_cast<double>(bytes.count));
    };
    // Lets a sender on shared links begin before the transfer has ended: see simulator.h.
    const Seconds own = route.count > 0 ? on(false) : cost.transfer;
    const Seconds arrival = cost.send_overhead + cost.transfer + cost.latency;
    return {
        .next = (cost.rendezvous ? arrival : std::max(cost.send_overhead + own, cost.gap)).count(),
        .there = (arrival + cost.receive_overhead).count(),
        .shared = on(far).count(),
    };
  }

  EdgeTimes Between(int from, int to, Bytes bytes) const {
    return TimesOf(First(from), First(to), bytes, At(from).site != At(to).site);
  }

  static bool AreAlike(const EdgeTimes& a, const EdgeTimes& b, double share) {
    const auto near = [share](double x, double y) {
      return std::abs(x - y) <= share * std::max(x, y);
    };
    return near(a.next, b.next) && near(a.there, b.there) && near(a.shared, b.shared);
  }

  bool AreAlike(int one, int other, double share) const {
    for (const Bytes bytes : {kSizes.front(), kSizes.back()}) {
      if (!AreAlike(Between(one, other, bytes), Between(other, one, bytes), share)) return false;
      for (int third = 0; third < Hosts(); ++third) {
        if (third == one || third == other) continue;
        if (!AreAlike(Between(one, third, bytes), Between(other, third, bytes), share) ||
            !AreAlike(Between(third, one, bytes), Between(third, other, bytes), share)) {
          return false;
        }
      }
    }
    return true;
  }

  /// Finds the kinds of hosts; returns false if there are too many.
  bool FindKinds(double share) {
    std::vector<int> first_of;
    for (int host = 0; host < Hosts(); ++host) {
      const auto same =
          std::ranges::find_if(first_of, [&](int first) { return AreAlike(first, host, share); });
      At(host).kind = static_cast<int>(same - first_of.begin());
      if (same != first_of.end()) continue;
      if (std::ssize(first_of) == Machine::kMostKinds) return false;
      first_of.push_back(host);
    }
    kinds_ = static_cast<int>(first_of.size());
    return true;
  }

  void AddTo(EdgeCosts& costs, int from, int to) const {
    const bool far = At(from).site != At(to).site;
    const Nearness nearness = from == to ? Nearness::kHost : far ? Nearness::kFar : Nearness::kSite;
    const Rank receiver = from == to ? Second(to) : First(to);
    if (receiver == kNone || costs.Knows(nearness, At(from).kind, At(to).kind)) return;
    for (std::size_t size = 0; size < kSizes.size(); ++size) {
      costs.Of(nearness, At(from).kind, At(to).kind, size) =
          TimesOf(First(from), receiver, kSizes[size], far);
    }
  }

  const Network& network_;
  std::vector<std::string> names_;            // of hosts
  std::vector<std::pair<Rank, Rank>> ranks_;  // of each host the first two
  std::vector<bool> is_line_;                 // by link
  std::vector<Host> hosts_;
  int kinds_ = 0;
};

}  // namespace

Machine MachineOf(const Network& network, std::span<const measure::Place> places) {
  return Reading(network, places).Result();
}

}  // namespace colltune::models
