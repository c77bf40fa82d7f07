// The skew of barriers: complete and alike on a real machine; in virtual time, what follows from
// the machine's parameters (tests/smpi/loggp.cfg): an empty message costs o_s = 2 us at its sender,
// L = 10 us, and o_r = 2 us at its receiver.
#include "measure/methods/barrier_skew.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

#include "algorithms/registry.h"
#include "tests/algorithms/testing_places.h"

namespace colltune::measure {
namespace {

std::map<std::string, BarrierSkew> Skews(Runner& runner) {
  GlobalClock clock(runner.comm(), WtimeClock(), StandardClockSync(runner.comm(), WtimeClock()),
                    {});
  std::map<std::string, BarrierSkew> skews;
  for (BarrierSkew& skew : MeasureBarrierSkews(runner, clock, 5)) skews[skew.barrier] = skew;
  return skews;
}

TEST(BarrierSkew, IsThatOfEachBarrier) {
  Runner runner(MPI_COMM_WORLD, TestingPlaces(SizeOf(MPI_COMM_WORLD)));
  const auto skews = Skews(runner);
  // On one host two_level and three_level, on one site three_level.
  const std::size_t declined = runner.ranks() <= 3 ? 2 : runner.ranks() <= 6 ? 1 : 0;
  EXPECT_EQ(skews.size(), 1 + StandardChoices(Collective::kBarrier).size() - declined);
  EXPECT_EQ(skews.count(std::string(kLibrary.text())), 1u);
  for (const auto& [name, skew] : skews) {
    EXPECT_GE(skew.skew, Seconds(0)) << name;
    EXPECT_TRUE(std::isfinite(skew.skew.count())) << name;
    EXPECT_LE(skew.samples, 5) << name;
    double root = skew.skew.count();
    PMPI_Bcast(&root, 1, MPI_DOUBLE, 0, runner.comm());
    EXPECT_EQ(skew.skew.count(), root) << name;
  }
}

#ifdef COLLTUNE_SMPI

TEST(BarrierSkew, FollowsFromTheAlgorithm) {
  Runner runner(MPI_COMM_WORLD);
  const int p = runner.ranks();
  auto skews = Skews(runner);
  constexpr double kExact = 1e-9;  // s: SMPI's own rounding
  // The message reaches rank p-1 after p-1 hops; that rank sends it on and leaves. It reaches rank
  // p-2 again after 2p-2 hops. With 2 ranks that is rank 0, after two hops.
  EXPECT_NEAR(skews["double_ring"].skew.count(), (p - 1) * 14e-6 - 2e-6, kExact);
  // All ranks do the same.
  EXPECT_NEAR(skews["dissemination:k=2"].skew.count(), 0, kExact);
  // Rank 0 has received p-1 reports at 12 + 2(p-1), and sends an answer every 2 us: it leaves at
  // 12 + 4(p-1), and rank i at 12 + 2(p-1) + 2i + 12 us.
  const double first = 12 + std::min(4.0 * (p - 1), 2.0 * (p - 1) + 14);
  const double last = 12 + 4.0 * (p - 1) + 12;
  EXPECT_NEAR(skews["flat"].skew.count(), (last - first) * 1e-6, kExact);
  for (const auto& [name, skew] : skews) {
    EXPECT_EQ(skew.samples, 5) << name;
    EXPECT_EQ(skew.error, Seconds(0)) << name;  // one clock
  }
}

#endif

}  // namespace
}  // namespace colltune::measure
