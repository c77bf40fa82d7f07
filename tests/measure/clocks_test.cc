// The clocks of the table, on both MPIs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "measure/clock/clock.h"

namespace colltune::measure {
namespace {

TEST(Clocks, MoveAndWait) {
  for (const ClockEntry& entry : Clocks()) {
    if (!entry.unavailable.empty()) continue;
    const Clock& clock = entry.clock();
    EXPECT_EQ(clock.name(), entry.name);
    const Seconds start = clock.Now();
    clock.WaitUntil(start + Seconds(1e-4));
    EXPECT_GE(clock.Now() - start, Seconds(1e-4)) << entry.name;
    clock.WaitUntil(start);  // the past: at once
    const ClockQuality quality = Examine(clock);
    EXPECT_GE(quality.cost, Seconds(0)) << entry.name;
    EXPECT_LT(quality.cost, Seconds(1e-4)) << entry.name;
  }
}

TEST(Clocks, OfThisMachineAgreeOnASpan) {
  const Clock& truth = WtimeClock();
  constexpr Seconds kSpan{0.05};
  for (const ClockEntry& entry : Clocks()) {
    if (!entry.unavailable.empty()) continue;
    const Clock& clock = entry.clock();
    // An interruption between the readings of the two clocks spoils one try, not all of them.
    double best = 1;
    for (int i = 0; i < 5; ++i) {
      const Seconds begin = truth.Now();
      const Seconds first = clock.Now();
      truth.WaitUntil(begin + kSpan);
      const Seconds span = clock.Now() - first;
      best = std::min(best, std::abs(span / (truth.Now() - begin) - 1));
    }
    EXPECT_LT(best, 0.1) << entry.name;  // a wrong unit or frequency is off by more
  }
}

TEST(Clocks, AreFoundByName) {
  EXPECT_EQ(&FindClock("MPI_Wtime")->clock(), &WtimeClock());
  EXPECT_EQ(FindClock("MPI_Wtime")->unavailable, "");
  EXPECT_EQ(FindClock("sundial"), nullptr);
#ifdef COLLTUNE_SMPI
  EXPECT_THAT(FindClock("monotonic_raw")->unavailable, testing::HasSubstr("simulation"));
  EXPECT_THAT(FindClock("tsc")->unavailable, testing::HasSubstr("simulation"));
#else
  EXPECT_EQ(FindClock("monotonic_raw")->unavailable, "");
#endif
}

/// A clock that each process, node or job has.
class Scoped : public Clock {
 public:
  explicit Scoped(Scope scope) : scope_(scope) {}
  std::string_view name() const override { return "scoped"; }
  Scope scope() const override { return scope_; }
  Seconds Now() const override { return Seconds(0); }
  void WaitUntil(Seconds /*time*/) const override {}

 private:
  Scope scope_;
};

TEST(Clocks, AreSharedWithinTheirScope) {
  EXPECT_TRUE(SharesClock(MPI_COMM_WORLD));  // one node; or virtual time, which is one
  EXPECT_TRUE(SharesClock(MPI_COMM_WORLD, Scoped(Clock::Scope::kJob)));
  EXPECT_FALSE(SharesClock(MPI_COMM_WORLD, Scoped(Clock::Scope::kProcess)));
  EXPECT_TRUE(SharesClock(MPI_COMM_SELF, Scoped(Clock::Scope::kProcess)));
#ifndef COLLTUNE_SMPI
  EXPECT_TRUE(SharesClock(MPI_COMM_WORLD, Scoped(Clock::Scope::kNode)));
  EXPECT_TRUE(SharesClock(MPI_COMM_WORLD, FindClock("monotonic_raw")->clock()));
#else
  EXPECT_FALSE(SharesClock(MPI_COMM_WORLD, Scoped(Clock::Scope::kNode)));
#endif
}

}  // namespace
}  // namespace colltune::measure
