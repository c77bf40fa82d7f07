// Places of ranks to test with.
#ifndef COLLTUNE_TESTS_ALGORITHMS_TESTING_PLACES_H_
#define COLLTUNE_TESTS_ALGORITHMS_TESTING_PLACES_H_

#include <algorithm>
#include <cstddef>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/places.h"

namespace colltune {

/// Costs of two kinds of hosts; the processor of the second kind is three times as slow as that of
/// the first. Latencies: 10 ms to another site, 1 ms to another host of a site, 50 us within a
/// host.
inline std::shared_ptr<const EdgeCosts> TestingCosts() {
  EdgeCosts costs(2, {Bytes{0}, Bytes{1 << 20}});
  for (const auto& [nearness, latency, byte] :
       {std::tuple(Nearness::kHost, 50e-6, 1e-10), std::tuple(Nearness::kSite, 1e-3, 1e-8),
        std::tuple(Nearness::kFar, 10e-3, 1e-7)}) {
    for (int from = 0; from < 2; ++from) {
      for (int to = 0; to < 2; ++to) {
        for (std::size_t size = 0; size < 2; ++size) {
          const double transfer = static_cast<double>(costs.sizes()[size].count) * byte;
          const double next = (from == 0 ? 1 : 3) * (10e-6 + transfer);
          costs.Of(nearness, from, to, size) = {next, next + latency + (to == 0 ? 1e-5 : 3e-5),
                                                nearness == Nearness::kHost ? 0 : transfer};
        }
      }
    }
  }
  return std::make_shared<EdgeCosts>(std::move(costs));
}

/// Hosts on two sites with three ranks each; every other host is slow.
inline std::unique_ptr<const Places> TestingPlaces(int ranks) {
  std::vector<int> host_of;
  std::vector<Host> hosts;
  for (Rank rank = 0; rank < ranks; ++rank) {
    const int host = rank / 3;
    host_of.push_back(host);
    if (rank % 3 == 0) hosts.push_back({host % 2, host % 4 / 2});
  }
  return std::make_unique<Places>(std::move(host_of), std::move(hosts), TestingCosts());
}

/// Four hosts of one site and kind; consecutive ranks are on consecutive hosts.
inline std::unique_ptr<const Places> TestingPlacesInTurn(int ranks) {
  std::vector<int> host_of;
  for (Rank rank = 0; rank < ranks; ++rank) host_of.push_back(rank % 4);
  const auto hosts = static_cast<std::size_t>(std::min(ranks, 4));
  return std::make_unique<Places>(std::move(host_of), std::vector<Host>(hosts), TestingCosts());
}

/// Hosts of `each` ranks in a row, and as many sites.
inline std::unique_ptr<const Places> TestingSites(int ranks, int each) {
  std::vector<int> host_of;
  std::vector<Host> hosts;
  for (Rank rank = 0; rank < ranks; ++rank) {
    host_of.push_back(rank / each);
    if (rank % each == 0) hosts.push_back({0, rank / each});
  }
  return std::make_unique<Places>(std::move(host_of), std::move(hosts), TestingCosts());
}

/// Two sites of two unlike hosts of two ranks each, on which no algorithm declines.
inline std::unique_ptr<const Places> TestingPlacesForAll() {
  return std::make_unique<Places>(std::vector<int>{0, 0, 1, 1, 2, 2, 3, 3},
                                  std::vector<Host>{{0, 0}, {1, 0}, {0, 1}, {1, 1}},
                                  TestingCosts());
}

/// TestingPlacesForAll for its eight ranks, and TestingPlaces for any other number.
inline std::unique_ptr<const Places> TestingPlacesForMost(int ranks) {
  return ranks == 8 ? TestingPlacesForAll() : TestingPlaces(ranks);
}

/// Hosts of one site with a rank each; the last host is slow. A message occupies its sender for 20
/// us. It arrives after a further 50 us, or 105 us at the slow host. Each byte also takes 1 ns of a
/// link.
inline std::unique_ptr<const Places> TestingPlacesOfOneSlow(int ranks) {
  EdgeCosts costs(2, {Bytes{0}, Bytes{1 << 20}});
  for (int from = 0; from < 2; ++from) {
    for (int to = 0; to < 2; ++to) {
      for (std::size_t size = 0; size < 2; ++size) {
        const double shared = static_cast<double>(costs.sizes()[size].count) * 1e-9;
        const double next = 20e-6 + shared;
        const double there = next + (to == 0 ? 50e-6 : 105e-6);
        costs.Of(Nearness::kSite, from, to, size) = {next, there, shared};
      }
    }
  }
  std::vector<int> host_of;
  for (Rank rank = 0; rank < ranks; ++rank) host_of.push_back(rank);
  std::vector<Host> hosts(static_cast<std::size_t>(ranks));
  hosts.back().kind = 1;
  return std::make_unique<Places>(std::move(host_of), std::move(hosts),
                                  std::make_shared<EdgeCosts>(std::move(costs)));
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_ALGORITHMS_TESTING_PLACES_H_
