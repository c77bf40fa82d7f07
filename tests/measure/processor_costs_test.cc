// Per-processor costs: plausible on a real machine; in virtual time they follow from the machine's
// parameters (tests/smpi/loggp.cfg).
#include "measure/methods/processor_costs.h"

#include <gtest/gtest.h>

#include <cmath>

namespace colltune::measure {
namespace {

class ProcessorCostsTest : public testing::Test {
 protected:
  std::vector<ProcessorCosts> Costs(std::string_view name) {
    Operation operation(Collective::kBcast, ParseChoice(Collective::kBcast, name), Bytes{256}, 0,
                        runner, memory);
    return MeasureProcessorCosts(operation, WtimeClock(), {.batch = 5, .repetitions = 3});
  }

  Runner runner{MPI_COMM_WORLD};
  OperationMemory memory;
};

TEST_F(ProcessorCostsTest, AreAlikeOnAllRanks) {
  for (const ProcessorCosts& costs : Costs("binomial")) {
    for (const Seconds time : {costs.gap, costs.overhead}) {
      EXPECT_TRUE(std::isfinite(time.count()));
      double root = time.count();
      PMPI_Bcast(&root, 1, MPI_DOUBLE, 0, runner.comm());
      EXPECT_EQ(time.count(), root);
    }
    EXPECT_GT(costs.gap, Seconds(0));
  }
}

#ifdef COLLTUNE_SMPI

constexpr double kExact = 1e-9;                // s: SMPI's own rounding
constexpr double kSend = 2e-6 + 256 * 0.8e-9;  // o_s + 256 G
constexpr double kReceive = 2e-6;              // o_r

void Expect(const std::vector<ProcessorCosts>& costs, const std::vector<double>& gaps,
            const std::vector<double>& overheads) {
  ASSERT_EQ(costs.size(), gaps.size());
  for (std::size_t i = 0; i < costs.size(); ++i) {
    EXPECT_NEAR(costs[i].gap.count(), gaps[i], kExact) << "rank " << i;
    EXPECT_NEAR(costs[i].overhead.count(), overheads[i], kExact) << "rank " << i;
  }
}

// All ranks wait for the root, which sends seven times.
TEST_F(ProcessorCostsTest, OfTheFlatBroadcast) {
  if (runner.ranks() != 8) GTEST_SKIP() << "8 ranks";
  std::vector<double> overheads(8, kReceive);
  overheads[0] = 7 * kSend;
  Expect(Costs("flat"), std::vector<double>(8, 7 * kSend), overheads);
}

// The root sends at once, into the buffers of the next rank. The other ranks receive and send, and
// the last rank waits for them.
TEST_F(ProcessorCostsTest, OfTheChain) {
  if (runner.ranks() != 8) GTEST_SKIP() << "8 ranks";
  std::vector<double> gaps(8, kReceive + kSend);
  gaps[0] = kSend;
  std::vector<double> overheads(8, kReceive + kSend);
  overheads[0] = kSend;
  overheads[7] = kReceive;
  Expect(Costs("chain"), gaps, overheads);
}

// The root sends to 4, 2 and 1; 4 to 6 and 5, 2 to 3, 6 to 7. The root takes longest.
TEST_F(ProcessorCostsTest, OfTheBinomialTree) {
  if (runner.ranks() != 8) GTEST_SKIP() << "8 ranks";
  const double leaf = kReceive;
  const double one_child = kReceive + kSend;
  Expect(Costs("binomial"), std::vector<double>(8, 3 * kSend),
         {3 * kSend, leaf, one_child, leaf, kReceive + 2 * kSend, leaf, one_child, leaf});
}

#endif

}  // namespace
}  // namespace colltune::measure
