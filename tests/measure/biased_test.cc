// Errors of the biased methods, which are there for comparison: the claims of de Supinski & Karonis
// (1999), section 3, in virtual time. Expected values follow from the machine's parameters
// (tests/smpi/loggp.cfg).
#include <gtest/gtest.h>

#include <bit>

#include "measure/methods/method.h"
#include "tests/truth.h"

namespace colltune::measure {
namespace {

class BiasedTest : public testing::Test {
 protected:
  /// The time of one repetition.
  double Time(std::string_view method, std::string_view algorithm) {
    Operation operation(Collective::kBcast, ParseChoice(Collective::kBcast, algorithm), Bytes{256},
                        0, runner, memory);
    const auto loop = FindMethod(method)->make(operation, global, {.batch = 4});
    loop->Repeat();
    const std::vector<Repetition> repetitions = loop->Collect();
    EXPECT_EQ(repetitions.size(), 1u);
    EXPECT_TRUE(repetitions.at(0).at(0).valid);
    return repetitions[0][0].time.count();
  }

  void Expect(std::string_view method, std::string_view algorithm, double time) {
    EXPECT_NEAR(Time(method, algorithm), time, 1e-9) << method << " of " << algorithm;
  }

  Runner runner{MPI_COMM_WORLD};
  OperationMemory memory;
  GlobalClock global{runner.comm(), WtimeClock(), *FindClockSync("shared"), {}};
  const int p = SizeOf(MPI_COMM_WORLD);
  const int lg = std::bit_width(static_cast<unsigned>(p - 1));  // ceil(lg p)
  // A message of 256 bytes takes o_s + 256 G at its sender, and L + o_r more until it is received.
  // An empty message takes o_s + L + o_r.
  const double send = 2e-6 + 256 * 0.8e-9;
  const double receive = 2e-6;
  const double latency = 10e-6;
  const double hop = send + latency + receive;
  const double empty_hop = 2e-6 + latency + receive;
  // The truth: p - 1 or ceil(lg p) messages one after the other.
  const double chain = (p - 1) * hop;
  const double binomial = lg * hop;
};

// Figure 3: the root has sent long before the others have received.
TEST_F(BiasedTest, LoopsOfTheRootSeeOnlyItsSends) {
  for (const char* method : {"send_latency", "mpptest", "mpbench"}) {
    Expect(method, "chain", send);
    Expect(method, "binomial", lg * send);
    Expect(method, "flat", (p - 1) * send);
  }
}

// Figures 4 and 6. Along the chain the next root is the second rank to receive. It receives the
// broadcast and sends it on, receives the last rank's message and sends that on, and starts its own
// broadcast. That is under way for the latency.
TEST_F(BiasedTest, RoundsHideTheChainAndNotItsMirrorImage) {
  if (p > 2) Expect("rounds", "chain", latency + 2 * receive + 2 * send);
  Expect("rounds_backward", "chain", chain);
  Expect("rounds", "chain_backward", chain);
}

TEST_F(BiasedTest, RoundsCannotTellAChainFromATree) {
  if (p < 32) GTEST_SKIP() << "needs a tree that is much faster than the chain";
  EXPECT_GT(chain / binomial, 6);
  const double ratio = Time("rounds", "chain") / Time("rounds", "binomial");
  EXPECT_GT(ratio, 0.6);
  EXPECT_LT(ratio, 1.5);
}

// A rank that leaves the barrier has heard of the last rank that received the broadcast.
TEST_F(BiasedTest, BarriersAddAtLeastAMessage) {
  for (const char* method : {"barrier", "barrier_ring"}) {
    EXPECT_GE(Time(method, "chain"), chain + empty_hop - 1e-9) << method;
    EXPECT_GE(Time(method, "binomial"), binomial + empty_hop - 1e-9) << method;
  }
}

// Figure 7: a barrier around the ring overlaps with the chain, but not with the mirror image of the
// chain, which takes as long.
TEST_F(BiasedTest, ARingBarrierFavoursTheChain) {
  if (p < 8) GTEST_SKIP() << "needs a ring";
  EXPECT_GT(Time("barrier_ring", "chain_backward"), 2 * Time("barrier_ring", "chain"));
}

// The last acknowledgement comes after the broadcast. With many ranks the acknowledgements keep the
// root busy for longer than the broadcast takes.
TEST_F(BiasedTest, AcknowledgementsAddTheirOwnTime) {
  Expect("acknowledge_all", "chain", chain + empty_hop);
  if (p <= 8) Expect("acknowledge_all", "binomial", binomial + empty_hop);
  // The first acknowledgement is that of a rank to which the root sends. While the root receives
  // the acknowledgements of one level of the tree, those of the next level arrive.
  if (p == 64) {
    const double first = lg * send + latency + receive + 2e-6 + latency;
    Expect("acknowledge_all", "binomial", first + (p - 1) * receive);
  }
}

// Most ranks end long before the last one: the mean of all is about half of the chain's time.
// Without barriers all operations of the loop also share one start.
TEST_F(BiasedTest, MeansOfAllRanksHideTheLastOne) {
  if (p < 8) GTEST_SKIP() << "needs ranks that are done early";
  EXPECT_LT(Time("osu", "chain"), 0.6 * chain);
  EXPECT_LT(Time("imb", "chain"), 0.5 * chain);
}

TEST(Biased, MethodsAreMarked) {
  int biased = 0;
  for (const MethodEntry& method : Methods()) biased += method.biased;
  EXPECT_EQ(biased, 10);
  EXPECT_FALSE(Declines(*FindMethod("rounds"), Collective::kAllreduce).empty());
  EXPECT_TRUE(Declines(*FindMethod("imb"), Collective::kAllreduce).empty());
}

}  // namespace
}  // namespace colltune::measure
