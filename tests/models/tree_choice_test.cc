// Trees of hosts whose latencies are off by more than their intervals say.
#include "models/features/tree_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace colltune::models {
namespace {

using testing::Each;
using testing::ElementsAre;

/// Returns the times between hosts whose latencies are made of `latency(i, j)`, each off by itself.
template <typename Latency>
PairTimes Measured(std::size_t hosts, double deviation, const Latency& latency) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise(1, deviation);
  PairTimes times(hosts);
  for (std::size_t i = 0; i < hosts; ++i) {
    for (std::size_t j = i + 1; j < hosts; ++j) {
      times.latency.Set(i, j, latency(i, j) * noise(random));
    }
  }
  return times;
}

constexpr double kDeviation = 0.02;
constexpr double kTolerance = 0.01;  // with right intervals it would be 0.16

TEST(ChosenTree, HasOneGroupOfHostsOnOneSwitch) {
  const auto own = [](std::size_t i) { return i < 11 ? 0.5 : i < 14 ? 0.75 : 2; };
  const PairTimes times =
      Measured(16, kDeviation, [&](std::size_t i, std::size_t j) { return own(i) + own(j); });
  EXPECT_GT(FindHostTree(times, kTolerance).groups(), 2);  // or the test would show nothing
  EXPECT_THAT(ChooseHostTree(times, kTolerance).group_of, Each(0));
}

// Two racks at one site, the slow one behind a line of its own, and a site that is far.
TEST(ChosenTree, KeepsRacksAndSitesThatAreThere) {
  const auto latency = [](std::size_t i, std::size_t j) {
    const auto rack = [](std::size_t host) { return host < 6 ? 0 : host < 10 ? 1 : 2; };
    if (rack(i) == rack(j)) return 1.0;
    return rack(i) + rack(j) == 1 ? 3.0 : 11.0;
  };
  const HostTree tree = ChooseHostTree(Measured(16, kDeviation, latency), kTolerance);
  EXPECT_THAT(tree.group_of, ElementsAre(0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2));
}

// Twice the tolerance of each is told where latencies are exact.
TEST(ChosenTree, KeepsWhatExactLatenciesTell) {
  const auto latency = [](std::size_t i, std::size_t j) { return i / 4 == j / 4 ? 1.0 : 1.06; };
  const HostTree tree = ChooseHostTree(Measured(12, 0, latency), kTolerance);
  EXPECT_THAT(tree.group_of, ElementsAre(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2));
}

TEST(ChosenTree, IsThatOfToleranceWithTooFewPairs) {
  PairTimes times(3);
  times.latency.Set(0, 1, 1);
  times.latency.Set(0, 2, 2);
  EXPECT_THAT(ChooseHostTree(times, kTolerance).group_of, FindHostTree(times, kTolerance).group_of);
  EXPECT_THAT(ChooseHostTree(PairTimes(1), kTolerance).group_of, ElementsAre(0));
}

}  // namespace
}  // namespace colltune::models
