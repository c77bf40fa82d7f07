// The methods against the truth on three simulated clusters: the claims of measure/README.md.
// `bazel run //tests/measure:method_errors` prints all rows, also those that take too long for a
// test.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/measure/method_error.h"

namespace colltune::measure {
namespace {

constexpr double kAllowed = 0.01;

/// The number of sites: the platforms are one site, or two equal ones.
int Sites() { return testing::internal::GetArgvs().back() == "--sites=2" ? 2 : 1; }

/// Calls `check` for each studied algorithm and both sizes, on communicators of `ranks`.
void ForEach(Collective collective, const std::vector<int>& ranks,
             const std::function<void(Operation&, double truth)>& check) {
  for (const int count : ranks) {
    if (count > SizeOf(MPI_COMM_WORLD)) continue;
    OnRanks(count, Sites(), [&](MPI_Comm comm) {
      Runner runner(comm);
      OperationMemory memory;
      for (const Choice& choice : Studied(collective)) {
        // A simulation of 63 x 64 messages, for each of 63 destinations, is for the program.
        if (count > 32 && ToText(choice) == "scatter_ring_allgather") continue;
        for (const std::int64_t bytes : {256, 65536}) {
          Operation operation(collective, choice, Bytes{bytes}, 0, runner, memory);
          if (!Declines(choice, operation.shape()).empty()) continue;
          check(operation, TrueTime(operation));
        }
      }
    });
  }
}

std::string Name(const Operation& operation) {
  return std::string(ToText(operation.collective())) + ":" + operation.name() + " of " +
         ToText(operation.bytes()) + "B on " + std::to_string(operation.ranks()) + " ranks";
}

TEST(PerDestination, IsWithinOnePercentOfTheBroadcastsTime) {
  ForEach(Collective::kBcast, {8, 17, 64}, [](Operation& operation, double truth) {
    const Summary summary = EstimateBy(*FindMethod("per_destination"), operation);
    EXPECT_NEAR(summary.median.count() / truth, 1, kAllowed) << Name(operation);
  });
}

TEST(PerDestination, IsWithinOnePercentOfScatterGatherAndReduce) {
  for (const Collective collective :
       {Collective::kScatter, Collective::kGather, Collective::kReduce}) {
    ForEach(collective, {8, 17}, [](Operation& operation, double truth) {
      const Summary summary = EstimateBy(*FindMethod("per_destination"), operation);
      EXPECT_NEAR(summary.median.count() / truth, 1, kAllowed) << Name(operation);
    });
  }
}

// De Supinski & Karonis, section 3, on equal nodes.
TEST(BiasedMethods, MissAsThePaperSays) {
  if (Sites() > 1 || SizeOf(MPI_COMM_WORLD) < 32) return;
  OnRanks(32, 1, [](MPI_Comm comm) {
    Runner runner(comm);
    OperationMemory memory;
    struct Found {
      double truth, rounds, barrier, acknowledge_all;
    };
    const auto find = [&](const char* name) {
      Operation operation(Collective::kBcast, ParseChoice(Collective::kBcast, name), Bytes{256}, 0,
                          runner, memory);
      const auto by = [&](const char* method) {
        return EstimateBy(*FindMethod(method), operation).median.count();
      };
      return Found{TrueTime(operation), by("rounds"), by("barrier"), by("acknowledge_all")};
    };
    const Found chain = find("chain");
    const Found binomial = find("binomial");
    EXPECT_GT(chain.truth / binomial.truth, 5);
    EXPECT_NEAR(chain.rounds / binomial.rounds, 1, 0.5) << "rounds can tell them apart";
    EXPECT_LT(chain.rounds / chain.truth, 0.1);
    for (const Found& found : {chain, binomial, find("flat"), find("chain_backward")}) {
      EXPECT_GT(found.barrier / found.truth, 1.02);
      EXPECT_GT(found.acknowledge_all / found.truth, 1.02);
    }
  });
}

}  // namespace
}  // namespace colltune::measure
