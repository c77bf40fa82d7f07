// The bound by hand on the 16 unlike nodes; no algorithm takes less.
#include <gtest/gtest.h>

#include "tests/truth.h"
#include "tests/tuner/lower_bound.h"

namespace colltune::tune {
namespace {

constexpr Bytes kSmall{256};
constexpr Bytes kLarge{1 << 20};
constexpr double kNanosecond = 1e-9;

TEST(LowerBound, IsWhatTheRootsLinkTakes) {
  const LowerBound bound(MPI_COMM_WORLD);
  // From the fastest: C + L + C = 20 + 30 + 20 us, and 15 blocks at 125 MB/s.
  const double from_first = 70e-6 + 15 * (1 << 20) / 125e6;
  EXPECT_NEAR(bound.Of(Collective::kScatter, kLarge, 0), from_first, kNanosecond);
  EXPECT_NEAR(bound.Of(Collective::kGatherv, kLarge, 0), from_first, kNanosecond);
  // To the slowest: 20 + 55 + 60 us, 80 MB/s.
  EXPECT_NEAR(bound.Of(Collective::kGather, kLarge, 13), 135e-6 + 15 * (1 << 20) / 80e6,
              kNanosecond);
}

TEST(LowerBound, IsWhatTheSlowestLinkOfOneTakes) {
  const LowerBound bound(MPI_COMM_WORLD);
  EXPECT_NEAR(bound.Of(Collective::kBcast, kLarge, 0), 135e-6 + (1 << 20) / 80e6, kNanosecond);
  EXPECT_NEAR(bound.Of(Collective::kReduce, kLarge, 0), 135e-6 + (1 << 20) / 80e6, kNanosecond);
}

TEST(LowerBound, IsWhatTheBestTreeTakes) {
  // After 70, 90, 110 and 130 us the first four ranks have the message. The others have it at 140,
  // 150, twice 160, 170, three times 180, 190, four times 200.
  EXPECT_NEAR(LowerBound(MPI_COMM_WORLD).Of(Collective::kBcast, kSmall, 0), 200e-6 + 256 / 125e6,
              kNanosecond);
}

TEST(LowerBound, IsWhatAllLinksTakeTogether) {
  EXPECT_NEAR(LowerBound(MPI_COMM_WORLD).Of(Collective::kAllreduce, kLarge, 0),
              70e-6 + 30 * (1 << 20) / (13 * 125e6 + 80e6 + 2 * 100e6), kNanosecond);
}

TEST(LowerBound, IsBelowWhatAllTake) {
  const LowerBound bound(MPI_COMM_WORLD);
  Runner runner(MPI_COMM_WORLD);
  measure::OperationMemory memory;
  for (const Collective collective :
       {Collective::kBcast, Collective::kReduce, Collective::kScatter, Collective::kGather,
        Collective::kScatterv, Collective::kGatherv, Collective::kAllreduce}) {
    for (const Choice& choice : StandardChoices(collective)) {
      for (const Bytes bytes : {kSmall, kLarge}) {
        measure::Operation operation(collective, choice, bytes, 5, runner, memory);
        if (!Declines(choice, operation.shape()).empty()) continue;
        EXPECT_LT(bound.Of(collective, bytes, 5), TrueTime(operation))
            << ToText(collective) << ' ' << operation.name() << ' ' << bytes.count;
      }
    }
  }
}

}  // namespace
}  // namespace colltune::tune
