// Designed pairs identify made-up trees of hosts, and are few.
#include "models/features/pair_design.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <tuple>

#include "tests/models/made_up_machine.h"

namespace colltune::models {
namespace {

/// The tree, and the number of pairs that it took.
struct Identified {
  HostTree tree;
  std::size_t pairs = 0;
};

/// Times the pairs that are asked for, with errors of a normal distribution: `deviation` is a share
/// of each time. The tolerance is what ToleranceOf gives for a median with that deviation: four
/// half widths, each 1.96 deviations.
Identified Identify(const MadeUpMachine& machine, double deviation) {
  const double tolerance = std::max(1e-3, 4 * 1.96 * deviation);
  std::mt19937_64 random(7);
  std::normal_distribution<double> noise(1, deviation);
  PairTimes times(machine.hosts());
  Identified found;
  for (auto pairs = NextPairs(times, tolerance); !pairs.empty();
       pairs = NextPairs(times, tolerance)) {
    for (const auto& [i, j] : pairs) {
      EXPECT_LT(i, j);
      EXPECT_TRUE(std::isnan(times.latency.At(i, j))) << "asked for twice";
      times.latency.Set(i, j, machine.Latency(i, j) * noise(random));
      times.byte_time.Set(i, j, machine.Byte(i, j) * noise(random));
      times.byte_error.Set(i, j, tolerance * machine.Byte(i, j));
    }
    found.pairs += pairs.size();
  }
  found.tree = FindHostTree(times, tolerance);
  return found;
}

/// Expects the same parts of the hosts, whatever their numbers.
template <typename A, typename B>
void ExpectSameParts(std::size_t hosts, const A& found, const B& truth) {
  std::map<int, int> forth;
  std::map<int, int> back;
  for (std::size_t i = 0; i < hosts; ++i) {
    EXPECT_EQ(forth.try_emplace(found(i), truth(i)).first->second, truth(i)) << "host " << i;
    EXPECT_EQ(back.try_emplace(truth(i), found(i)).first->second, found(i)) << "host " << i;
  }
}

void ExpectTree(const MadeUpMachine& machine, const HostTree& tree) {
  ExpectSameParts(
      machine.hosts(), [&](std::size_t i) { return tree.group_of[i]; },
      [&](std::size_t i) { return machine.rack_of[i]; });
  ExpectSameParts(
      machine.hosts(),
      [&](std::size_t i) { return tree.parent[static_cast<std::size_t>(tree.group_of[i])]; },
      [&](std::size_t i) { return machine.SiteOf(i); });
}

double HostsTimesLog(std::size_t hosts) {
  return static_cast<double>(hosts) * std::log2(static_cast<double>(hosts));
}

/// Hosts, racks, sites; errors as a share of each time.
class Designed : public testing::TestWithParam<std::tuple<std::tuple<int, int, int>, double>> {};

TEST_P(Designed, IdentifiesTheTreeByFewPairs) {
  const auto& [size, deviation] = GetParam();
  const auto& [hosts, racks, sites] = size;
  const MadeUpMachine machine = MakeUp(hosts, racks, sites, Order::kByRack);
  const Identified found = Identify(machine, deviation);
  ExpectTree(machine, found.tree);
  RecordProperty("pairs", static_cast<int>(found.pairs));
  constexpr double kMost = 0.9;
  EXPECT_LE(static_cast<double>(found.pairs), kMost * HostsTimesLog(machine.hosts()));
  EXPECT_LE(static_cast<double>(found.pairs), MostDesignedPairs(machine.hosts()));
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, Designed,
    testing::Combine(testing::Values(std::tuple{16, 4, 2}, std::tuple{64, 8, 2},
                                     std::tuple{250, 16, 2}, std::tuple{1000, 20, 2},
                                     std::tuple{1000, 40, 2}, std::tuple{1000, 30, 3}),
                     testing::Values(0.0, 0.01)));

// Then the hosts of a rack are as far from each other as there are racks.
TEST(DesignedPairs, AreFewForRanksPlacedInTurns) {
  const MadeUpMachine machine = MakeUp(1000, 20, 1, Order::kInTurns);
  const Identified found = Identify(machine, 0.005);
  ExpectTree(machine, found.tree);
  EXPECT_LE(static_cast<double>(found.pairs), 0.9 * HostsTimesLog(machine.hosts()));
}

TEST(DesignedPairs, IdentifyTheTreeOfHostsInNoOrder) {
  const MadeUpMachine machine = MakeUp(250, 16, 2, Order::kRandom);
  const Identified found = Identify(machine, 0);
  ExpectTree(machine, found.tree);
  EXPECT_LE(found.pairs, 250U * 16);
}

TEST(DesignedPairs, OfRacksOfTwoAreOfEachRackWithEachOther) {
  const MadeUpMachine machine = MakeUp(64, 32, 2, Order::kByRack);
  const Identified found = Identify(machine, 0);
  ExpectTree(machine, found.tree);
  EXPECT_LE(found.pairs, 5U * 64 + 64 * 64 / 8);
}

// Only a pair of two fast hosts shows how fast their links are.
TEST(DesignedPairs, TellEachHostsOwnRate) {
  const MadeUpMachine machine = MakeUp(250, 16, 2, Order::kByRack);
  PairTimes times(machine.hosts());
  for (auto pairs = NextPairs(times, 1e-3); !pairs.empty(); pairs = NextPairs(times, 1e-3)) {
    for (const auto& [i, j] : pairs) {
      times.latency.Set(i, j, machine.Latency(i, j));
      times.byte_time.Set(i, j, machine.Byte(i, j));
    }
  }
  for (std::size_t i = 0; i < machine.hosts(); ++i) {
    double told = machine.far_byte;
    double truth = machine.far_byte;
    for (std::size_t j = 0; j < machine.hosts(); ++j) {
      if (i == j) continue;
      truth = std::min(truth, machine.Byte(i, j));
      if (times.byte_time.At(i, j) < told) told = times.byte_time.At(i, j);
    }
    EXPECT_EQ(told, truth) << "host " << i;
  }
}

TEST(DesignedPairs, AreNoneForOneHost) { EXPECT_TRUE(NextPairs(PairTimes(1), 1e-3).empty()); }

TEST(DesignedPairs, AreFewerThanAllFromEighteenHostsOn) {
  EXPECT_GT(MostDesignedPairs(17), 17 * 16 / 2);
  EXPECT_LT(MostDesignedPairs(18), 18 * 17 / 2);
}

}  // namespace
}  // namespace colltune::models
