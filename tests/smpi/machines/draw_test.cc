// Machines as they are drawn: the same everywhere, within their ranges, and with every feature.
#include "tests/smpi/machines/draw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>

#include "tests/smpi/machines/hosts.h"
#include "tests/smpi/machines/random.h"
#include "tests/smpi/machines/write.h"

namespace colltune::machines {
namespace {

constexpr DrawLimits kSmall = {.most_racks = 4, .most_hosts = 16, .most_ranks = 32};

// The standard gives the 10000th number of a default engine ([rand.predef]).
TEST(Random, TakesTheFirstBitsOfTheStandardsNumbers) {
  Random random(std::mt19937_64::default_seed);
  double fraction = 0;
  for (int i = 0; i < 10000; ++i) fraction = random.Fraction();
  EXPECT_EQ(fraction, std::ldexp(static_cast<double>(9981545732273789042ULL >> 11), -53));
}

TEST(Random, DrawsEachIntegerAboutAsOften) {
  Random random(1);
  std::vector<int> counts(3);
  for (int i = 0; i < 3000; ++i) ++counts[static_cast<std::size_t>(random.Integer(5, 7) - 5)];
  // Three standard deviations: 3 sqrt(3000 * 1/3 * 2/3).
  for (const int count : counts) EXPECT_NEAR(count, 1000, 78);
}

TEST(Random, DrawsDecadesAboutAsOftenAndRounds) {
  Random random(1);
  int below = 0;
  for (int i = 0; i < 2000; ++i) {
    const double drawn = random.LogUniform(1e-6, 1e-4);
    EXPECT_GE(drawn, 1e-6);
    EXPECT_LE(drawn, 1e-4);
    below += drawn < 1e-5 ? 1 : 0;
    const double digits = drawn / std::pow(10, std::floor(std::log10(drawn)) - 2);
    EXPECT_NEAR(digits, std::round(digits), 1e-6);
  }
  EXPECT_NEAR(below, 1000, 67);  // 3 sqrt(2000 / 4)
}

TEST(Draw, IsTheSameEverywhere) {
  EXPECT_EQ(Describe(Draw(290)),
            "seed 290: 5 racks, 45 hosts of 3 kinds (2.5 half, 25, 10 Gb/s), 11 ranks on each, "
            "full and half duplex uplinks tapered 1.51:1, backbone, two sites 0.332 ms apart, "
            "eager up to 64700 B, incast beyond 33900 B by 173 ms");
  EXPECT_EQ(Describe(Draw(290, kSmall)),
            "seed 290: 4 racks, 16 hosts of 3 kinds (2.5 half, 25, 10 Gb/s), 2 ranks on each, full "
            "and half duplex uplinks tapered 1.51:1, backbone, two sites 0.332 ms apart, eager up "
            "to 64700 B, incast beyond 33900 B by 173 ms");
  const HostKind kind = Draw(290).kinds.front();
  EXPECT_EQ(kind.send.seconds, 3.25e-6);
  EXPECT_EQ(kind.send.seconds_per_byte, 5.41e-11);
  EXPECT_EQ(kind.link.latency, 9.61e-6);
  EXPECT_EQ(PlatformOf(Draw(290)), PlatformOf(Draw(290)));
}

void ExpectWithin(double value, double least, double most) {
  EXPECT_GE(value, least);
  EXPECT_LE(value, most);
}

void ExpectWithinRanges(const HostKind& kind) {
  for (const Overhead& overhead : {kind.send, kind.receive}) {
    ExpectWithin(overhead.seconds, 0.3e-6, 5e-6);
    if (overhead.seconds_per_byte != 0) ExpectWithin(overhead.seconds_per_byte, 0.02e-9, 0.3e-9);
  }
  ExpectWithin(kind.link.latency, 0.2e-6, 20e-6);
  ExpectWithin(kind.link.bandwidth, 1e9 / 8, 100e9 / 8);
}

void ExpectWithinRanges(const Machine& machine) {
  ExpectWithin(static_cast<double>(machine.racks.size()), 1, 8);
  ExpectWithin(static_cast<double>(machine.kinds.size()), 1, 4);
  ExpectWithin(machine.ranks_per_host, 1, 12);
  ExpectWithin(machine.taper, 1, 8);
  ExpectWithin(static_cast<double>(machine.most_eager), 0, 1 << 20);
  for (const HostKind& kind : machine.kinds) ExpectWithinRanges(kind);
  for (const Rack& rack : machine.racks) {
    ExpectWithin(static_cast<double>(rack.kinds.size()), 2, 16);
    ExpectWithin(rack.uplink.latency, 0.2e-6, 20e-6);
    ExpectWithin(rack.site, 0, machine.sites.size() == 2 ? 1 : 0);
  }
  EXPECT_EQ(machine.sites.empty(), machine.racks.size() == 1);
  if (machine.sites.size() == 2) {
    ExpectWithin(machine.sites[0].uplink.latency + machine.sites[1].uplink.latency, 0.1e-3, 20e-3);
    EXPECT_EQ(machine.racks.front().site, 0);
    EXPECT_EQ(machine.racks.back().site, 1);
  }
  if (machine.incast) {
    ExpectWithin(static_cast<double>(machine.incast->buffer), 32 << 10, 512 << 10);
    ExpectWithin(machine.incast->delay, 1e-3, 200e-3);
  }
}

TEST(Draw, KeepsToTheRanges) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    ExpectWithinRanges(Draw(seed));
    const Machine small = Draw(seed, kSmall);
    ExpectWithinRanges(small);
    EXPECT_LE(small.racks.size(), 4U);
    EXPECT_LE(HostsOf(small).size(), 16U);
    EXPECT_LE(HostsOfRanks(small).size(), 32U);
  }
}

TEST(Draw, TapersUplinks) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const Machine machine = Draw(seed);
    for (const Rack& rack : machine.racks) {
      double rate = 0;
      for (const int kind : rack.kinds) rate += machine.kinds[kind].link.bandwidth;
      EXPECT_DOUBLE_EQ(rack.uplink.bandwidth * machine.taper, rate);
    }
    std::vector<double> uplinks(machine.sites.size());
    if (uplinks.empty()) continue;
    for (const Rack& rack : machine.racks) uplinks[rack.site] += rack.uplink.bandwidth;
    for (std::size_t i = 0; i < uplinks.size(); ++i) {
      const Site& site = machine.sites[i];
      EXPECT_EQ(site.backbone > 0, site.backbone_taper > 0);
      if (site.backbone == 0) continue;
      EXPECT_DOUBLE_EQ(site.backbone * site.backbone_taper, uplinks[i]);
    }
  }
}

int Count(const std::function<bool(const Machine&)>& has) {
  int count = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) count += has(Draw(seed, kSmall)) ? 1 : 0;
  return count;
}

TEST(Draw, HasEachFeatureInSomeOfFortyMachines) {
  const std::pair<const char*, std::function<bool(const Machine&)>> features[] = {
      {"half duplex hosts",
       [](const Machine& machine) {
         return std::ranges::any_of(machine.kinds,
                                    [](const HostKind& kind) { return kind.link.half_duplex; });
       }},
      {"half duplex uplinks",
       [](const Machine& machine) {
         return std::ranges::any_of(machine.racks,
                                    [](const Rack& rack) { return rack.uplink.half_duplex; });
       }},
      {"a backbone",
       [](const Machine& machine) {
         return std::ranges::any_of(machine.sites,
                                    [](const Site& site) { return site.backbone > 0; });
       }},
      {"one rack", [](const Machine& machine) { return machine.racks.size() == 1; }},
      {"two sites", [](const Machine& machine) { return machine.sites.size() == 2; }},
      {"incast", [](const Machine& machine) { return machine.incast.has_value(); }},
      {"no eager limit above 0", [](const Machine& machine) { return machine.most_eager == 0; }},
      {"ranks in turns", [](const Machine& machine) { return machine.is_cyclic; }},
      {"one kind", [](const Machine& machine) { return machine.kinds.size() == 1; }},
      {"two kinds", [](const Machine& machine) { return machine.kinds.size() == 2; }},
      {"three kinds", [](const Machine& machine) { return machine.kinds.size() == 3; }},
      {"four kinds", [](const Machine& machine) { return machine.kinds.size() == 4; }},
  };
  for (const auto& [name, has] : features) {
    const int count = Count(has);
    EXPECT_GE(count, 2) << name;
    EXPECT_LE(count, 38) << name;
  }
}

// Limits cut a machine, and change nothing else about it.
TEST(Draw, CutsTheSameMachine) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const Machine full = Draw(seed);
    const Machine small = Draw(seed, kSmall);
    EXPECT_EQ(small.taper, full.taper);
    EXPECT_EQ(small.most_eager, full.most_eager);
    EXPECT_EQ(small.is_cyclic, full.is_cyclic);
    EXPECT_EQ(small.sites.size(), full.sites.size());
    EXPECT_EQ(small.incast.has_value(), full.incast.has_value());
    EXPECT_EQ(small.racks.size(), std::min<std::size_t>(full.racks.size(), 4));
    EXPECT_EQ(small.racks.front().uplink.latency, full.racks.front().uplink.latency);
    EXPECT_EQ(small.kinds.front().send.seconds, full.kinds.front().send.seconds);
  }
}

TEST(Draw, CutsToTheSmallestMachine) {
  const Machine machine = Draw(1, {.most_racks = 8, .most_hosts = 128, .most_ranks = 2});
  EXPECT_EQ(machine.racks.size(), 1U);
  EXPECT_TRUE(machine.sites.empty());
  EXPECT_EQ(HostsOfRanks(machine), (std::vector<std::string>{"node-0", "node-1"}));
}

TEST(Draw, RefusesLimitsThatNoMachineKeeps) {
  EXPECT_THROW(Draw(1, {.most_racks = 0}), std::invalid_argument);
  EXPECT_THROW(Draw(1, {.most_hosts = 1}), std::invalid_argument);
  EXPECT_THROW(Draw(1, {.most_ranks = 1}), std::invalid_argument);
}

}  // namespace
}  // namespace colltune::machines
