// The per-destination method against the truth, in virtual time: SMPI's clock is the same on all
// ranks, so the truth of a broadcast is the time from a common start to each rank's end.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/measure/method_error.h"

namespace colltune::measure {
namespace {

constexpr double kAllowed = 0.01;  // share of the truth by which an estimate may miss

/// One broadcast of one size, and its true end on each rank.
class Case {
 public:
  Case(const Choice& choice, Bytes bytes, Runner& runner, OperationMemory& memory)
      : operation(Collective::kBcast, choice, bytes, 0, runner, memory),
        ends(TrueEnds(operation)) {}

  double truth() const { return std::ranges::max(ends); }

  /// The mean of a loop of ten, as the biased methods take it; the same on all ranks.
  double Loop(const std::function<void()>& body) {
    PMPI_Barrier(operation.comm());
    const double begin = PMPI_Wtime();
    for (int i = 0; i < 10; ++i) body();
    double mean = (PMPI_Wtime() - begin) / 10;
    PMPI_Bcast(&mean, 1, MPI_DOUBLE, 0, operation.comm());
    return mean;
  }

  Operation operation;
  std::vector<double> ends;
};

void ForEachCase(const std::function<void(Case&)>& check) {
  Runner runner(MPI_COMM_WORLD);
  OperationMemory memory;
  for (const Choice& choice : SimpleBroadcasts()) {
    for (const std::int64_t bytes : {256, 65536}) {
      Case one(choice, Bytes{bytes}, runner, memory);
      check(one);
    }
  }
}

std::vector<Sample> PerDestination(Operation& operation) {
  return SamplesBy(*FindMethod("per_destination"), operation);
}

TEST(PerDestination, EstimatesTheBroadcastAndEachDestination) {
  ForEachCase([](Case& one) {
    const std::string what = std::string(one.operation.name()) + ", " +
                             ToText(one.operation.bytes()) + "B, destination ";
    const std::vector<Sample> samples = PerDestination(one.operation);
    const Summary summary = Summarise(samples, 0.99);
    EXPECT_NEAR(summary.median.count() / one.truth(), 1, kAllowed)
        << what << summary.destination << ", truth " << one.truth() * 1e6 << " us";
    // There are 16 nodes. Where ranks share a node, sends cut off after the message, or overtaken
    // by the next broadcast, compete with the message. The largest time is still right, but a
    // single time may not be.
    if (one.operation.ranks() > 16) return;
    for (const Sample& sample : samples) {
      // All sends of flat_nonblocking are in one round and compete: some destinations are
      // indistinguishable.
      if (one.operation.name() == "flat_nonblocking" && !sample.valid) continue;
      EXPECT_TRUE(sample.valid);
      const double truth = one.ends[static_cast<std::size_t>(sample.destination)];
      EXPECT_NEAR(sample.time.count() / truth, 1, kAllowed)
          << what << sample.destination << ", truth " << truth * 1e6 << " us";
    }
  });
}

// The root is done 12 us before the last acknowledgement, a small share of the time for 1 MiB to
// each rank. The slowest destination looks delayed, but still counts.
TEST(PerDestination, KeepsTheLargestHoweverSmallItsLead) {
  if (SizeOf(MPI_COMM_WORLD) < 3) GTEST_SKIP() << "needs a root that is busy for long";
  Runner runner(MPI_COMM_WORLD);
  OperationMemory memory;
  Case one(ParseChoice(Collective::kBcast, "flat_nonblocking"), Bytes{1 << 20}, runner, memory);
  const Summary summary = Summarise(PerDestination(one.operation), 0.99);
  EXPECT_NEAR(summary.median.count() / one.truth(), 1, kAllowed);
}

// 13 ms for each message through a link: all destinations acknowledge the same operation.
TEST(PerDestination, TimesWhatTakesLongAtOnce) {
  const int ranks = SizeOf(MPI_COMM_WORLD);
  if (ranks > 8) GTEST_SKIP() << "needs much memory";
  Runner runner(MPI_COMM_WORLD);
  OperationMemory memory;
  for (const Choice& choice : SimpleBroadcasts()) {
    Case one(choice, Bytes{1 << 24}, runner, memory);
    const double begin = PMPI_Wtime();
    const Summary summary = EstimateBy(*FindMethod("per_destination"), one.operation,
                                       {.batch = 2, .calibrations = 1, .at_once = Seconds(10e-3)});
    const double spent = PMPI_Wtime() - begin;
    EXPECT_NEAR(summary.median.count() / one.truth(), 1, kAllowed) << one.operation.name();
    EXPECT_LT(spent, 4 * one.truth()) << one.operation.name();
  }
}

// The methods that the paper warns of fail the check above.
TEST(PerDestination, RoundsAndBarrierLoopsWouldFail) {
  double worst_rounds = 0;
  double worst_barrier = 0;
  ForEachCase([&](Case& one) {
    if (one.operation.name() != "chain" && one.operation.name() != "binomial") return;
    const int ranks = one.operation.ranks();
    const double rounds = one.Loop([&] {
      for (Rank root = 0; root < ranks; ++root) one.operation.Run(root);
    }) / ranks;
    const double barrier = one.Loop([&] {
      one.operation.Run();
      PMPI_Barrier(one.operation.comm());
    });
    worst_rounds = std::max(worst_rounds, std::abs(rounds / one.truth() - 1));
    worst_barrier = std::max(worst_barrier, std::abs(barrier / one.truth() - 1));
  });
  EXPECT_GT(worst_barrier, 10 * kAllowed);
  if (SizeOf(MPI_COMM_WORLD) > 2) {  // two ranks answer each other: rounds are right then
    EXPECT_GT(worst_rounds, 10 * kAllowed);
  }
}

}  // namespace
}  // namespace colltune::measure
