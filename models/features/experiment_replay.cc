#include "models/features/experiment_replay.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "algorithms/schedule.h"
#include "models/network/sub_network.h"
#include "models/simulator/simulator.h"

namespace colltune::models {
namespace {

using Pair = std::pair<Rank, Rank>;

/// Returns the ranks of the pairs, each once, in their order.
std::vector<Rank> RanksOf(const std::vector<Pair>& pairs) {
  std::vector<Rank> ranks;
  for (const auto& [from, to] : pairs) {
    for (const Rank rank : {from, to}) {
      if (std::ranges::find(ranks, rank) == ranks.end()) ranks.push_back(rank);
    }
  }
  return ranks;
}

}  // namespace

std::vector<Pair> StreamsOf(const measure::NetworkSample& sample) {
  std::vector<Pair> streams = {{sample.from, sample.to}};
  for (std::size_t i = 0; i + 1 < sample.others.size(); i += 2) {
    streams.emplace_back(sample.others[i], sample.others[i + 1]);
  }
  return streams;
}

Seconds ReplayedStreams(const measure::NetworkSample& sample, const Network& network) {
  const std::vector<Pair> pairs = StreamsOf(sample);
  const std::vector<Rank> ranks = RanksOf(pairs);
  std::vector<Schedule> schedules(ranks.size());
  const auto number = [&](Rank rank) {
    return static_cast<Rank>(std::ranges::find(ranks, rank) - ranks.begin());
  };
  const auto of = [&](Rank rank) -> Schedule& {
    return schedules[static_cast<std::size_t>(number(rank))];
  };
  // All receives of a round stand before its sends. Blocks' places do not matter for the time.
  const auto exchange = [&](int messages, std::int64_t bytes, bool back) {
    const Block block = Output(0, bytes);
    for (int i = 0; i < messages; ++i) {
      for (const auto& [from, to] : pairs)
        of(back ? from : to).Receive(number(back ? to : from), block);
    }
    for (int i = 0; i < messages; ++i) {
      for (const auto& [from, to] : pairs)
        of(back ? to : from).Send(number(back ? from : to), block);
    }
    for (Schedule& schedule : schedules) schedule.NextRound();
  };
  exchange(sample.messages, sample.bytes.count, false);
  exchange(1, 1, true);
  return Simulate(schedules, Bytes{1}, SubNetwork(network, ranks)).front();
}

}  // namespace colltune::models
