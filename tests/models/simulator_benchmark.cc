// Messages per second that the simulator simulates, and its peak memory. The peak is that of the
// process: run each large benchmark by itself, with --benchmark_filter.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <memory>
#include <string>
#include <vector>

#include "algorithms/registry.h"
#include "models/networks.h"
#include "models/simulator/simulator.h"

namespace colltune::models {
namespace {

void Play(benchmark::State& state, std::span<const Schedule> schedules) {
  std::int64_t messages = 0;
  for (const Schedule& schedule : schedules) {
    for (const Message& message : schedule.messages()) {
      if (message.side == Message::Side::kSend) ++messages;
    }
  }
  const auto network = MakeNetwork(
      "loggp", {{"L", 10e-6}, {"o_s", 2e-6}, {"o_r", 2e-6}, {"g", 2e-6}, {"G", 0.8e-9}});
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(Simulate(schedules, Bytes{256}, *network));
  }
  state.counters["messages"] = benchmark::Counter(
      static_cast<double>(messages * state.iterations()), benchmark::Counter::kIsRate);
}

void Bcast(benchmark::State& state, const char* algorithm) {
  Play(state, BuildAll(ParseChoice(Collective::kBcast, algorithm),
                       {.ranks = static_cast<int>(state.range(0))}));
}
BENCHMARK_CAPTURE(Bcast, flat, "flat")->Arg(1024)->Arg(65536);
BENCHMARK_CAPTURE(Bcast, chain, "chain")->Arg(1024)->Arg(65536);
BENCHMARK_CAPTURE(Bcast, binomial, "binomial")->Arg(32)->Arg(1024)->Arg(65536);

/// Every rank sends to every other, in rounds of one message or all in one round.
void AllPairs(benchmark::State& state, bool one_round) {
  const int ranks = static_cast<int>(state.range(0));
  std::vector<Schedule> schedules(static_cast<std::size_t>(ranks));
  for (Rank rank = 0; rank < ranks; ++rank) {
    Schedule& schedule = schedules[static_cast<std::size_t>(rank)];
    if (one_round) {
      for (int i = 1; i < ranks; ++i) schedule.Receive((rank + ranks - i) % ranks, Output(i, 1));
      for (int i = 1; i < ranks; ++i) schedule.Send((rank + i) % ranks, Output(0, 1));
      continue;
    }
    for (int i = 1; i < ranks; ++i) {
      schedule.Receive((rank + ranks - i) % ranks, Output(i, 1));
      schedule.Send((rank + i) % ranks, Output(0, 1)).NextRound();
    }
  }
  Play(state, schedules);
}
BENCHMARK_CAPTURE(AllPairs, rounds, false)->Arg(32)->Arg(512);
BENCHMARK_CAPTURE(AllPairs, one_round, true)->Arg(32)->Arg(512);

/// Predicts from schedules that are built during the simulation, in windows.
void PredictLarge(benchmark::State& state, Collective collective, const char* algorithm) {
  const Choice choice = ParseChoice(collective, algorithm);
  const Shape shape{.ranks = static_cast<int>(state.range(0)), .element = Bytes{256}};
  const auto network = MakeNetwork(
      "loggp", {{"L", 10e-6}, {"o_s", 2e-6}, {"o_r", 2e-6}, {"g", 2e-6}, {"G", 0.8e-9}});
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(Predict(choice, shape, *network));
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_MiB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}
BENCHMARK_CAPTURE(PredictLarge, bcast_binomial, Collective::kBcast, "binomial")
    ->Arg(4096)
    ->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(PredictLarge, allgather_ring, Collective::kAllgather, "ring")
    ->Arg(4096)
    ->Unit(benchmark::kSecond);
BENCHMARK_CAPTURE(PredictLarge, alltoall_pairwise, Collective::kAlltoall, "pairwise")
    ->Arg(4096)
    ->Unit(benchmark::kSecond);

/// Network whose links all have one rate, at which a message goes that is alone.
class EqualLinks : public Network {
 public:
  EqualLinks(int links, double byte_time, Seconds overhead, Seconds latency)
      : links_(static_cast<std::size_t>(links), {"link", byte_time}),
        overhead_(overhead),
        latency_(latency) {}
  MessageCost Cost(Rank, Rank, Bytes bytes) const override {
    const Seconds transfer(static_cast<double>(bytes.count) * links_.front().byte_time);
    return {.send_overhead = overhead_,
            .transfer = transfer,
            .gap = transfer,
            .latency = latency_,
            .receive_overhead = overhead_};
  }
  std::span<const SharedLink> Links() const override { return links_; }

 private:
  std::vector<SharedLink> links_;
  Seconds overhead_;
  Seconds latency_;
};

/// Two sites of as many ranks; each rank has a link out and one in, and a line joins the sites
/// either way.
class Grid final : public EqualLinks {
 public:
  explicit Grid(int ranks)
      : EqualLinks(2 * ranks + 2, 0.8e-9, Seconds(2e-6), Seconds(10e-6)), ranks_(ranks) {}
  Route RouteOf(Rank from, Rank to) const override {
    const bool above = from >= ranks_ / 2;
    if (above == (to >= ranks_ / 2)) return {.links = {from, ranks_ + to}, .count = 2};
    return {.links = {from, ranks_ + to, 2 * ranks_ + (above ? 1 : 0)}, .count = 3};
  }

 private:
  int ranks_;
};

/// Simulates an alltoall of blocks of `bytes` on as many ranks as the first argument says.
void Alltoall(benchmark::State& state, const Network& network, const char* algorithm, Bytes bytes) {
  const int ranks = static_cast<int>(state.range(0));
  const std::vector<Schedule> schedules =
      BuildAll(ParseChoice(Collective::kAlltoall, algorithm), {.ranks = ranks});
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(Simulate(schedules, bytes, network));
  }
  state.counters["messages"] =
      benchmark::Counter(static_cast<double>(state.range(0) * (ranks - 1) * state.iterations()),
                         benchmark::Counter::kIsRate);
}

void GridAlltoall(benchmark::State& state, const char* algorithm) {
  Alltoall(state, Grid(static_cast<int>(state.range(0))), algorithm, Bytes{65536});
}
BENCHMARK_CAPTURE(GridAlltoall, flat, "flat")->Arg(32)->Arg(128);
BENCHMARK_CAPTURE(GridAlltoall, pairwise, "pairwise")->Arg(32)->Arg(128);

/// Four ranks on each host, four hosts in each group; hosts and groups have lines of their own, and
/// large messages are rendezvous.
std::unique_ptr<Network> MakeTwoLevels(int ranks) {
  ParameterValues values{{"S", 60000},
                         {"envelope", 50},
                         {"handshake", 5e-6},
                         {"rendezvous share", 1},
                         {"nonblocking share", 0}};
  std::vector<measure::Place> places;
  for (int rank = 0; rank < ranks; ++rank) {
    const std::string host = "h" + std::to_string(rank / 4);
    const int number = rank / 16;
    const std::string group = std::to_string(number);
    places.push_back({host, 0});
    for (const char* name : {"o_s ", "o_r ", "L ", "L within "}) values[name + host] = 2e-6;
    for (const char* name : {"t_s ", "t_r ", "memory "}) values[name + host] = 0.1e-9;
    for (const char* name : {"port out ", "port in "}) values[name + host] = 0.8e-9;
    values["group of " + host] = number;
    values["L group " + group] = 10e-6;
    values["line group " + group] = 0.4e-9;
  }
  return MakeNetwork("topology", values, places);
}

/// Nodes of 48 ranks, whose messages share the memory of their node, and the node's link each way.
class Nodes final : public EqualLinks {
 public:
  explicit Nodes(int ranks) : EqualLinks(3 * ranks / kEach, 0.1e-9, Seconds(1e-6), Seconds(2e-6)) {}
  Route RouteOf(Rank from, Rank to) const override {
    const int a = 3 * (from / kEach);
    const int b = 3 * (to / kEach);
    if (a == b) return {.links = {a}, .count = 1};
    return {.links = {a, a + 1, b, b + 2}, .count = 4};
  }

 private:
  static constexpr int kEach = 48;
};

void NodesAlltoall(benchmark::State& state) {
  Alltoall(state, Nodes(static_cast<int>(state.range(0))), "flat", Bytes{4096});
}
BENCHMARK(NodesAlltoall)->Name("NodesAlltoall/flat")->Arg(48)->Arg(192);

/// Arguments: ranks, and the bytes of a block.
void TopologyAlltoall(benchmark::State& state, const char* algorithm) {
  const auto network = MakeTwoLevels(static_cast<int>(state.range(0)));
  Alltoall(state, *network, algorithm, Bytes{state.range(1)});
}
BENCHMARK_CAPTURE(TopologyAlltoall, pairwise, "pairwise")
    ->Args({32, 1024})
    ->Args({32, 65536})
    ->Args({128, 1024});

}  // namespace
}  // namespace colltune::models

BENCHMARK_MAIN();
