// Cost of the methods: the experiment of Lastovetsky, Rychkov & O'Flynn (2008), section 5, table 1,
// in virtual time. One scatter and one gather for each size from 0 to 100 KB, 1 KB apart, on 16
// unlike nodes, with linear algorithms, as in that library.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/measure/method_error.h"

namespace colltune::measure {
namespace {

constexpr int kSizes = 101;
constexpr Bytes kStride{1000};

struct Way {
  const char* method;
  const char* clock_sync;
  bool each_size;  // synchronises for each size anew
};

/// The virtual seconds of the whole experiment.
double Cost(Collective collective, const Way& way) {
  Runner runner(MPI_COMM_WORLD);
  OperationMemory memory;
  const SyncOptions options = {.max_age = Seconds(1e6)};
  GlobalClock once(runner.comm(), WtimeClock(), *FindClockSync(way.clock_sync), options);
  PMPI_Barrier(MPI_COMM_WORLD);
  const double begin = PMPI_Wtime();
  for (int i = 0; i < kSizes; ++i) {
    Operation operation(collective, ParseChoice(collective, "flat"), i * kStride, 0, runner,
                        memory);
    GlobalClock anew(runner.comm(), WtimeClock(), *FindClockSync(way.clock_sync), options);
    GlobalClock& clock = way.each_size ? anew : once;
    const MethodEntry& method = *FindMethod(way.method);
    const auto timed = method.make(operation, clock, kFewRepetitions);
    if (method.needs_global_clock) clock.Begin();
    timed->Repeat();
    if (method.needs_global_clock) clock.End();
    EXPECT_TRUE(timed->Collect().at(0).at(0).time > Seconds(0));
  }
  PMPI_Barrier(MPI_COMM_WORLD);
  double cost = PMPI_Wtime() - begin;
  PMPI_Bcast(&cost, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (runner.rank() == 0) {
    std::printf("%-8s %-16s %-16s %8.3f s\n", std::string(ToText(collective)).c_str(), way.method,
                way.each_size                             ? way.clock_sync
                : way.clock_sync == std::string("shared") ? ""
                                                          : "tree, once",
                cost);
  }
  return cost;
}

TEST(MethodCosts, AreThoseOfSynchronisingForEachSize) {
  for (const Collective collective : {Collective::kScatter, Collective::kGather}) {
    const double root = Cost(collective, {"root", "shared", false});
    const double maximum = Cost(collective, {"maximum", "shared", false});
    const double once = Cost(collective, {"global", "tree", false});
    const double tree = Cost(collective, {"global", "tree", true});
    const double linear = Cost(collective, {"global", "linear", true});
    // The table: 28.7 s against 0.8 s for scatter. Global timing is cheap; the cost is that of
    // synchronising the ranks one after another for each size.
    EXPECT_GT(linear, 3 * maximum);
    EXPECT_LT(tree, 0.6 * linear);
    EXPECT_LT(once, 1.5 * maximum);
    EXPECT_NEAR(root / maximum, 1, 0.05);
  }
}

}  // namespace
}  // namespace colltune::measure
