// The topology model finds what a message takes on a machine that was drawn from a seed, part by
// part, and what switches keep. Arguments: the simulated machine, and the model.
#include <gtest/gtest.h>

#include <map>
#include <utility>

#include "tests/models/configured.h"
#include "tests/models/measured_once.h"
#include "tests/truth.h"

namespace colltune::models {
namespace {

constexpr double kClose = 0.05;
constexpr Seconds kTick{2e-9};  // of the clocks that the times are read from

/// Two hosts, the sender's first, each by its first rank.
using Pair = std::pair<Rank, Rank>;

std::vector<Rank> FirstRanks(const std::vector<measure::Place>& places) {
  std::map<std::string, Rank> first;
  for (Rank rank = 0; const measure::Place& place : places) first.try_emplace(place.host, rank++);
  std::vector<Rank> ranks;
  for (const auto& [host, rank] : first) ranks.push_back(rank);
  return ranks;
}

std::vector<Pair> PairsOf(const std::vector<Rank>& hosts) {
  std::vector<Pair> pairs;
  for (const Rank a : hosts) {
    for (const Rank b : hosts) {
      if (a != b) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

class DrawnRecovery : public testing::Test {
 protected:
  void SetUp() override {
    const measure::NetworkData& data = MeasuredOnce();  // by all ranks
    if (RankIn(MPI_COMM_WORLD) != 0) GTEST_SKIP() << "rank 0 has what all have";
    const auto [machine, model] = MachineAndModel();
    truth = ConfiguredNetwork(machine, data.places);
    fitted = NetworkOf(model, machine, data);
    pairs = PairsOf(FirstRanks(data.places));
  }

  std::unique_ptr<Network> truth;
  std::unique_ptr<Network> fitted;
  std::vector<Pair> pairs;
};

void ExpectClose(Seconds found, Seconds expected, const char* what, const Pair& pair, Bytes bytes) {
  EXPECT_NEAR(found.count(), expected.count(), (kClose * expected + kTick).count())
      << what << " of " << bytes.count << " B from rank " << pair.first << " to " << pair.second;
}

TEST_F(DrawnRecovery, FindsWhatAMessageTakes) {
  for (const Pair& pair : pairs) {
    for (const Bytes bytes : {Bytes{0}, Bytes{1}, Bytes{2 << 20}}) {
      const MessageCost expected = truth->Cost(pair.first, pair.second, bytes);
      const MessageCost found = fitted->Cost(pair.first, pair.second, bytes);
      ASSERT_EQ(found.rendezvous, expected.rendezvous);
      ExpectClose(found.send_overhead, expected.send_overhead, "o_s", pair, bytes);
      ExpectClose(found.receive_overhead, expected.receive_overhead, "o_r", pair, bytes);
      ExpectClose(found.latency, expected.latency, "L", pair, bytes);
      ExpectClose(found.transfer, expected.transfer, "transfer", pair, bytes);
    }
  }
}

TEST_F(DrawnRecovery, FindsWhatSwitchesKeep) {
  const Incast expected = truth->IncastLimit();
  const Incast found = fitted->IncastLimit();
  if (expected.delay == Seconds(0)) {
    EXPECT_EQ(found.delay, Seconds(0));
    return;
  }
  EXPECT_NEAR(found.delay / expected.delay, 1, kClose);
  EXPECT_NEAR(static_cast<double>(found.buffer.count) / static_cast<double>(expected.buffer.count),
              1, kClose);
}

}  // namespace
}  // namespace colltune::models
