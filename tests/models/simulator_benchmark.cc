// How many messages per second the simulator plays.
#include <benchmark/benchmark.h>

#include "algorithms/registry.h"
#include "models/networks.h"
#include "models/simulator.h"

namespace colltune {
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

}  // namespace
}  // namespace colltune

BENCHMARK_MAIN();
