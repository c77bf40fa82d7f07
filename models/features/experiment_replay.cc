#include "models/features/experiment_replay.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "algorithms/schedule.h"
#include "models/network/sub_network.h"
#include "models/simulator/simulator.h"

namespace colltune::models {
namespace {

using Pair = std::pair<Rank, Rank>;

constexpr Bytes kSignal{1};

/// Returns a block of that many bytes; its place does not matter for the time.
Block Some(Bytes bytes) { return Output(0, bytes.count); }

/// The schedules of the ranks that take part. The first of these times the experiment.
struct Replay {
  std::vector<Rank> ranks;
  std::vector<Schedule> schedules;

  explicit Replay(std::vector<Rank> all) : ranks(std::move(all)), schedules(ranks.size()) {}

  Rank NumberOf(Rank rank) const {
    return static_cast<Rank>(std::ranges::find(ranks, rank) - ranks.begin());
  }
  Schedule& Of(Rank rank) { return schedules[static_cast<std::size_t>(NumberOf(rank))]; }
};

/// The rank `hub`, then all others in their order.
Replay ReplayOfMany(const measure::NetworkSample& s, Rank hub, Rank last) {
  std::vector<Rank> ranks = {hub};
  ranks.insert(ranks.end(), s.others.begin(), s.others.end());
  ranks.push_back(last);
  return Replay(std::move(ranks));
}

Replay FanOf(const measure::NetworkSample& s) {
  Replay replay = ReplayOfMany(s, s.from, s.to);
  std::vector<Schedule>& all = replay.schedules;
  const auto leaves = static_cast<Rank>(all.size()) - 1;
  for (Rank leaf = 1; leaf <= leaves; ++leaf) {
    all.front().Send(leaf, Some(s.bytes));
    all[static_cast<std::size_t>(leaf)].Receive(0, Some(s.bytes));
  }
  all.front().NextRound().Receive(leaves, Some(s.reply));
  all.back().NextRound().Send(0, Some(s.reply));
  return replay;
}

Replay GatherOf(const measure::NetworkSample& s) {
  Replay replay = ReplayOfMany(s, s.to, s.from);
  std::vector<Schedule>& all = replay.schedules;
  const auto leaves = static_cast<Rank>(all.size()) - 1;
  for (Rank leaf = 1; leaf <= leaves; ++leaf) all.front().Receive(leaf, Some(s.bytes));
  for (Rank leaf = 1; leaf <= leaves; ++leaf) {
    all.front().Send(leaf, Some(kSignal));
    all[static_cast<std::size_t>(leaf)]
        .Receive(0, Some(kSignal))
        .NextRound()
        .Send(0, Some(s.bytes));
  }
  return replay;
}

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

/// Adds a round of messages of each pair, or of its second rank to the first. All receives of a
/// round stand before its sends.
void Exchange(const std::vector<Pair>& pairs, int messages, Bytes bytes, bool back,
              Replay& replay) {
  for (int i = 0; i < messages; ++i) {
    for (const auto& [from, to] : pairs) {
      replay.Of(back ? from : to).Receive(replay.NumberOf(back ? to : from), Some(bytes));
    }
  }
  for (int i = 0; i < messages; ++i) {
    for (const auto& [from, to] : pairs) {
      replay.Of(back ? to : from).Send(replay.NumberOf(back ? from : to), Some(bytes));
    }
  }
  for (Schedule& schedule : replay.schedules) schedule.NextRound();
}

Replay PairsOf(const measure::NetworkSample& s) {
  const std::vector<Pair> pairs = StreamsOf(s);
  Replay replay(RanksOf(pairs));
  Exchange(pairs, s.messages, s.bytes, false, replay);
  Exchange(pairs, 1, kSignal, true, replay);
  if (s.experiment == measure::Experiment::kStreamsAtOnce) {
    for (Rank other = 1; other < static_cast<Rank>(replay.ranks.size()); ++other) {
      replay.schedules.front().Receive(other, Some(kSignal));
      replay.schedules[static_cast<std::size_t>(other)].Send(0, Some(kSignal));
    }
  }
  return replay;
}

Replay ReplayOf(const measure::NetworkSample& sample) {
  switch (sample.experiment) {
    case measure::Experiment::kOneToManyLastAnswers:
      return FanOf(sample);
    case measure::Experiment::kManyToOne:
      return GatherOf(sample);
    case measure::Experiment::kPairsAtOnce:
    case measure::Experiment::kStreamsAtOnce:
      return PairsOf(sample);
    default:
      throw std::invalid_argument("an experiment of two ranks is not replayed");
  }
}

}  // namespace

std::vector<Pair> StreamsOf(const measure::NetworkSample& sample) {
  std::vector<Pair> streams = {{sample.from, sample.to}};
  for (std::size_t i = 0; i + 1 < sample.others.size(); i += 2) {
    streams.emplace_back(sample.others[i], sample.others[i + 1]);
  }
  return streams;
}

Seconds ReplayedTime(const measure::NetworkSample& sample, const Network& network) {
  const Replay replay = ReplayOf(sample);
  return Simulate(replay.schedules, Bytes{1}, SubNetwork(network, replay.ranks)).front();
}

}  // namespace colltune::models
