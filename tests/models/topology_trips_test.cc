// Round trips that the topology model asks for, on made-up machines.
#include "models/topology_trips.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/models/fit_testing.h"
#include "tests/models/made_up_machine.h"

namespace colltune::models {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kOverhead = 0.4;  // us of a call

/// Samples of a machine, whose hosts have two ranks each, on two sockets.
class Measured {
 public:
  Measured(const MadeUpMachine& machine, std::vector<std::int64_t> sizes)
      : machine_(machine), sizes_(std::move(sizes)) {
    for (std::size_t host = 0; host < machine.hosts(); ++host) {
      for (const int socket : {0, 1}) data_.places.push_back({"h" + std::to_string(host), socket});
    }
  }

  const measure::NetworkData& data() const { return data_; }
  std::size_t trips() const { return trips_; }

  /// Times each rank with the next, and with the one half of all ranks away, as in two rounds.
  void TimeSpread() {
    const auto ranks = static_cast<Rank>(data_.places.size());
    for (const std::int64_t bytes : sizes_) {
      for (Rank i = 0; i < ranks; ++i) {
        AddCalls(i, bytes);
        if (i % 2 == 0) AddTrip(std::minmax(i, (i + 3) % ranks), Bytes{bytes});
        if (i < ranks / 2) AddTrip({i, i + ranks / 2}, Bytes{bytes});
      }
    }
  }

  void TimeDesigned() {
    for (auto wanted = DesignTrips(data_); !wanted.pairs.empty(); wanted = DesignTrips(data_)) {
      for (const Bytes bytes : wanted.sizes) {
        for (const auto& pair : wanted.pairs) AddTrip(pair, bytes);
      }
      trips_ += wanted.pairs.size();
    }
  }

 private:
  void AddTrip(const std::pair<Rank, Rank>& pair, Bytes bytes) {
    const auto i = static_cast<std::size_t>(pair.first) / 2;
    const auto j = static_cast<std::size_t>(pair.second) / 2;
    const double latency = i == j ? 0.5 : machine_.Latency(i, j);
    const double byte = i == j ? 0.05 : machine_.Byte(i, j);
    const double time = 2 * kOverhead + latency + 1e-3 * byte * static_cast<double>(bytes.count);
    data_.samples.push_back(
        {.from = pair.first, .to = pair.second, .bytes = bytes, .time = Seconds(2e-6 * time)});
  }

  void AddCalls(Rank rank, std::int64_t bytes) {
    const auto ranks = static_cast<Rank>(data_.places.size());
    data_.samples.push_back({.experiment = measure::Experiment::kSendCall,
                             .from = rank,
                             .to = (rank + 1) % ranks,
                             .bytes = Bytes{bytes},
                             .time = Seconds(1e-6 * kOverhead)});
    data_.samples.push_back({.experiment = measure::Experiment::kLateReceive,
                             .from = (rank + 1) % ranks,
                             .to = rank,
                             .bytes = Bytes{bytes},
                             .messages = 10,
                             .time = Seconds(1e-5 * kOverhead)});
  }

  const MadeUpMachine machine_;
  const std::vector<std::int64_t> sizes_;
  measure::NetworkData data_;
  std::size_t trips_ = 0;
};

TEST(DesignedTrips, TellTheTopologyModelLatenciesOfAllPairs) {
  const MadeUpMachine machine = MakeUp(64, 8, 2, Order::kByRack);
  Measured measured(machine, {1, 1 << 10, 1 << 18, 1 << 20});
  measured.TimeSpread();
  measured.TimeDesigned();
  const Fit fit = FindNetworkModel("topology")->fit(measured.data(), {});
  for (std::size_t i = 0; i < 64; ++i) {
    for (std::size_t j = 0; j < 64; ++j) {
      if (i == j) continue;
      const MessageCost cost =
          fit.network->Cost(static_cast<Rank>(2 * i), static_cast<Rank>(2 * j), Bytes{1});
      EXPECT_NEAR(1e6 * cost.latency.count() / machine.Latency(i, j), 1, 0.01) << i << " " << j;
    }
  }
  // Pairs of hosts, and on each host one of its two ranks.
  EXPECT_LE(static_cast<double>(measured.trips()), 64 * std::log2(64) + 64);
}

TEST(DesignedTrips, HaveTheSmallestSizeAndTheTwoLargest) {
  Measured measured(MakeUp(64, 8, 2, Order::kByRack), {1, 1 << 10, 1 << 18, 1 << 20});
  measured.TimeSpread();
  EXPECT_THAT(DesignTrips(measured.data()).sizes,
              ElementsAre(Bytes{1}, Bytes{1 << 18}, Bytes{1 << 20}));
}

TEST(DesignedTrips, HaveAPairOnTheTwoSocketsOfEachHost) {
  Measured measured(MakeUp(64, 8, 2, Order::kByRack), {1, 1 << 18});
  std::set<std::pair<Rank, Rank>> within;
  for (const auto& [from, to] : DesignTrips(measured.data()).pairs) {
    EXPECT_LT(from, to);
    if (from / 2 == to / 2) within.insert({from, to});
  }
  EXPECT_EQ(within.size(), 64U);
}

TEST(DesignedTrips, AreNoneWhereAllPairsAreFew) {
  Measured measured(MakeUp(16, 4, 2, Order::kByRack), {1, 1 << 18});
  EXPECT_THAT(DesignTrips(measured.data()).pairs, IsEmpty());
}

}  // namespace
}  // namespace colltune::models
