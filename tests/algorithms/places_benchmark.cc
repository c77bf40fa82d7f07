// Cost for a rank to learn its communicator's places, to build one schedule from them, and to
// derive the program by which it runs ahead. The places: hosts of sixteen ranks, of four kinds, on
// two sites. Memory is the heap that the C library's allocator has given out and not got back.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "algorithms/places.h"
#include "algorithms/program.h"
#include "algorithms/registry.h"
#include "algorithms/topology/block_tree.h"
#include "algorithms/topology/model_tree.h"
#include "algorithms/topology/rank_order.h"

namespace colltune {
namespace {

constexpr int kRanksPerHost = 16;
constexpr int kKinds = 4;
constexpr Bytes kTypical{16 << 10};

std::shared_ptr<const Machine> MachineOf(int hosts) {
  Machine machine{{}, EdgeCosts(kKinds, {Bytes{0}, Bytes{1 << 20}})};
  for (const auto& [nearness, latency, byte] :
       {std::tuple(Nearness::kHost, 1e-6, 1e-10), std::tuple(Nearness::kSite, 20e-6, 1e-9),
        std::tuple(Nearness::kFar, 10e-3, 1e-8)}) {
    for (int from = 0; from < kKinds; ++from) {
      for (int to = 0; to < kKinds; ++to) {
        for (const std::size_t size : {0, 1}) {
          const double sent =
              (1 + from) * 1e-6 + byte * static_cast<double>(machine.costs.sizes()[size].count);
          machine.costs.Of(nearness, from, to, size) = {sent, sent + latency, sent / 2};
        }
      }
    }
  }
  for (int host = 0; host < hosts; ++host) {
    machine.hosts["host" + std::to_string(host)] = {host % kKinds, 2 * host / hosts};
  }
  return std::make_shared<const Machine>(std::move(machine));
}

std::shared_ptr<const Places> PlacesOf(const std::shared_ptr<const Machine>& machine, int ranks) {
  std::vector<std::string> hosts;
  for (Rank rank = 0; rank < ranks; ++rank) {
    hosts.push_back("host" + std::to_string(rank / kRanksPerHost));
  }
  return PlacesIn(machine, hosts);
}

std::int64_t BytesInUse() { return static_cast<std::int64_t>(mallinfo2().uordblks); }

/// Times `make`, called again and again. A column shows the bytes that the last result holds.
template <typename Make>
void Run(benchmark::State& state, const Make& make) {
  std::int64_t bytes = 0;
  for ([[maybe_unused]] const auto iteration : state) {
    const std::int64_t before = BytesInUse();
    const auto made = make();
    bytes = BytesInUse() - before;
  }
  state.counters["bytes"] = static_cast<double>(bytes);
}

void AllPlaces(benchmark::State& state) {
  const auto ranks = static_cast<int>(state.range(0));
  const auto machine = MachineOf(ranks / kRanksPerHost);
  Run(state, [&] { return PlacesOf(machine, ranks); });
}

void TreeOfBcast(benchmark::State& state) {
  const auto ranks = static_cast<int>(state.range(0));
  const auto places = PlacesOf(MachineOf(ranks / kRanksPerHost), ranks);
  Run(state, [&] { return GrowTree(*places, ranks / 3, kTypical); });
}

void TreeOfScatter(benchmark::State& state) {
  const auto ranks = static_cast<int>(state.range(0));
  const auto places = PlacesOf(MachineOf(ranks / kRanksPerHost), ranks);
  Run(state, [&] { return GrowBlockTree(*places, ranks / 3, kTypical); });
}

void Order(benchmark::State& state) {
  const auto ranks = static_cast<int>(state.range(0));
  const auto places = PlacesOf(MachineOf(ranks / kRanksPerHost), ranks);
  const Algorithm& binomial = *FindAlgorithm(Collective::kBcast, "binomial");
  Run(state, [&] { return OrderFor(*places, binomial, ranks / 3); });
}

/// Builds the schedule of one rank, whose tree or order is known.
void OneSchedule(benchmark::State& state, Collective collective, const char* choice) {
  const auto ranks = static_cast<int>(state.range(0));
  const auto places = PlacesOf(MachineOf(ranks / kRanksPerHost), ranks);
  const Choice parsed = ParseChoice(collective, choice);
  const Shape shape{.ranks = ranks,
                    .root = ranks / 3,
                    .elements = parsed.algorithm->divides ? std::int64_t{1} << 20 : 1,
                    .places = places.get()};
  Run(state, [&] { return parsed.algorithm->build(shape, ranks / 2, parsed.parameters); });
}

/// Derives the program of one rank, whose schedule is built; elements are as many as in
/// OneSchedule.
void OneProgram(benchmark::State& state, Collective collective, const char* choice) {
  const auto ranks = static_cast<int>(state.range(0));
  const Choice parsed = ParseChoice(collective, choice);
  const Shape shape{.ranks = ranks,
                    .elements = parsed.algorithm->divides ? std::int64_t{1} << 20 : 1};
  const Schedule schedule = parsed.algorithm->build(shape, ranks / 2, parsed.parameters);
  Run(state, [&] { return RunAhead(collective, shape, ranks / 2, schedule); });
  state.counters["schedule"] = static_cast<double>(schedule.memory().count);
}

void AtRanks(benchmark::internal::Benchmark* benchmark) {
  for (const int ranks : {64, 1024, 4096}) benchmark->Arg(ranks);
  benchmark->Unit(benchmark::kMicrosecond);
}

BENCHMARK(AllPlaces)->Apply(AtRanks);
BENCHMARK(TreeOfBcast)->Apply(AtRanks);
BENCHMARK(TreeOfScatter)->Apply(AtRanks);
BENCHMARK(Order)->Apply(AtRanks);
BENCHMARK_CAPTURE(OneSchedule, bcast_model_tree, Collective::kBcast, "model_tree")->Apply(AtRanks);
BENCHMARK_CAPTURE(OneSchedule, bcast_two_level_chain, Collective::kBcast,
                  "two_level_chain:segment=32K")
    ->Apply(AtRanks);
BENCHMARK_CAPTURE(OneSchedule, allreduce_rabenseifner_mapped, Collective::kAllreduce,
                  "rabenseifner_mapped")
    ->Apply(AtRanks);
BENCHMARK_CAPTURE(OneSchedule, scatter_model_tree, Collective::kScatter, "model_tree")
    ->Apply(AtRanks);
BENCHMARK_CAPTURE(OneProgram, alltoall_pairwise, Collective::kAlltoall, "pairwise")->Apply(AtRanks);
BENCHMARK_CAPTURE(OneProgram, allgather_ring, Collective::kAllgather, "ring")->Apply(AtRanks);
BENCHMARK_CAPTURE(OneProgram, allreduce_ring, Collective::kAllreduce, "ring")->Apply(AtRanks);
BENCHMARK_CAPTURE(OneProgram, allreduce_circulant, Collective::kAllreduce, "circulant")
    ->Apply(AtRanks);
BENCHMARK_CAPTURE(OneProgram, bcast_circulant, Collective::kBcast, "circulant:segment=8K")
    ->Apply(AtRanks);

}  // namespace
}  // namespace colltune

BENCHMARK_MAIN();
