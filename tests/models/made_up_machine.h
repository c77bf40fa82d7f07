// A made-up machine of hosts in racks, whose latencies and byte times are known.
#ifndef COLLTUNE_TESTS_MODELS_MADE_UP_MACHINE_H_
#define COLLTUNE_TESTS_MODELS_MADE_UP_MACHINE_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace colltune::models {

enum class Order : unsigned char { kByRack, kInTurns, kRandom };  ///< of hosts

/// Latencies in us, byte times in ns.
struct MadeUpMachine {
  std::vector<int> rack_of;           // of each host
  std::vector<int> site_of;           // of each rack
  std::vector<double> latency, byte;  // of each host's link
  std::vector<double> rack_latency, rack_byte;
  double far = 500;  // between sites
  double far_byte = 1;

  std::size_t hosts() const { return rack_of.size(); }
  std::size_t RackOf(std::size_t host) const { return static_cast<std::size_t>(rack_of[host]); }
  int SiteOf(std::size_t host) const { return site_of[RackOf(host)]; }

  double Latency(std::size_t i, std::size_t j) const {
    const double racks =
        rack_of[i] == rack_of[j] ? 0 : rack_latency[RackOf(i)] + rack_latency[RackOf(j)];
    return latency[i] + latency[j] + racks + (SiteOf(i) == SiteOf(j) ? 0 : far);
  }

  double Byte(std::size_t i, std::size_t j) const {
    const double racks =
        rack_of[i] == rack_of[j] ? 0 : std::max(rack_byte[RackOf(i)], rack_byte[RackOf(j)]);
    return std::max({byte[i], byte[j], racks, SiteOf(i) == SiteOf(j) ? 0 : far_byte});
  }
};

/// Draws unlike hosts and racks. Some racks have slow lines.
inline MadeUpMachine MakeUp(int hosts, int racks, int sites, Order order) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> own(1, 4);
  std::uniform_real_distribution<double> up(1, 2);
  std::uniform_int_distribution<std::size_t> kind(0, 2);
  constexpr std::array<double, 3> kRates = {0.08, 0.16, 0.8};  // 100, 50 and 10 Gb/s
  MadeUpMachine machine;
  for (int i = 0; i < hosts; ++i) {
    machine.rack_of.push_back(order == Order::kInTurns ? i % racks : i * racks / hosts);
    machine.latency.push_back(own(random));
    machine.byte.push_back(kRates[kind(random)]);
  }
  if (order == Order::kRandom) std::ranges::shuffle(machine.rack_of, random);
  for (int rack = 0; rack < racks; ++rack) {
    machine.site_of.push_back(rack * sites / racks);
    machine.rack_latency.push_back(up(random));
    machine.rack_byte.push_back(kind(random) == 0 ? 0.4 : 0.04);
  }
  return machine;
}

}  // namespace colltune::models

#endif  // COLLTUNE_TESTS_MODELS_MADE_UP_MACHINE_H_
