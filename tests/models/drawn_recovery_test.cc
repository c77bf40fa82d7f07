// The topology model finds what a message takes on a machine that was drawn from a seed, part by
// part, and what switches keep. Arguments: the simulated machine, and the model.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "models/simulator/simulator.h"
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
    ranks = static_cast<int>(data.places.size());
  }

  std::unique_ptr<Network> truth;
  std::unique_ptr<Network> fitted;
  std::vector<Pair> pairs;
  int ranks = 0;
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
      // Latencies include the envelope where all pairs have one byte time.
      ExpectClose(found.latency + found.transfer, expected.latency + expected.transfer,
                  "L + transfer", pair, bytes);
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

/// Returns the pairs whose messages cross a link.
std::vector<Pair> PairsOver(int link, const std::vector<Pair>& pairs, const Network& network) {
  std::vector<Pair> over;
  for (const Pair& pair : pairs) {
    const Route route = network.RouteOf(pair.first, pair.second);
    if (std::count(route.links.begin(), route.links.begin() + route.count, link) > 0) {
      over.push_back(pair);
    }
  }
  return over;
}

/// Returns the time of a message of each pair, all at once, until the last one is there.
Seconds TimeAtOnce(const std::vector<Pair>& pairs, Bytes bytes, int ranks, const Network& network) {
  std::vector<Schedule> schedules(static_cast<std::size_t>(ranks));
  const Block block = Output(0, bytes.count);
  for (const auto& [from, to] : pairs) {
    schedules[static_cast<std::size_t>(to)].Receive(from, block);
  }
  for (const auto& [from, to] : pairs) schedules[static_cast<std::size_t>(from)].Send(to, block);
  return std::ranges::max(Simulate(schedules, Bytes{1}, network));
}

TEST_F(DrawnRecovery, FindsHowFastLinesAreThatMessagesShare) {
  constexpr Bytes kLarge{2 << 20};
  const std::span<const SharedLink> links = truth->Links();
  for (int link = 0; link < std::ssize(links); ++link) {
    const std::vector<Pair> over = PairsOver(link, pairs, *truth);
    if (over.size() < 2) continue;
    const Seconds expected = TimeAtOnce(over, kLarge, ranks, *truth);
    const Seconds found = TimeAtOnce(over, kLarge, ranks, *fitted);
    EXPECT_NEAR(found / expected, 1, kClose)
        << over.size() << " messages over " << links[static_cast<std::size_t>(link)].name;
  }
}

}  // namespace
}  // namespace colltune::models
