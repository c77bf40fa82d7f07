#include "algorithms/topology/reordered.h"

#include <functional>
#include <vector>

#include "algorithms/buffers.h"
#include "algorithms/places.h"
#include "algorithms/topology/rank_order.h"

namespace colltune {
namespace {

/// Translates a block of the output over places into blocks over ranks. Ranks that follow one
/// another share a block.
std::vector<Block> BlocksOfRanks(const Block& block, const std::vector<Rank>& rank_at) {
  std::vector<Block> runs;
  for (std::int64_t place = block.first; place < block.first + block.count; ++place) {
    const Rank rank = rank_at[static_cast<std::size_t>(place)];
    if (!runs.empty() && runs.back().first + runs.back().count == rank) {
      ++runs.back().count;
    } else {
      runs.push_back(Output(rank, 1));
    }
  }
  return runs;
}

using Spread = std::function<std::vector<Block>(const Block&)>;

Schedule Renamed(const Schedule& schedule, const std::vector<Rank>& rank_at, const Spread& spread) {
  Schedule renamed;
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    const Round round = schedule.round(i);
    for (const Message& message : round.messages) {
      const Rank peer = rank_at[static_cast<std::size_t>(message.peer)];
      std::vector<Block> parts;
      for (const Block& part : schedule.PartsOf(message)) {
        const auto blocks = spread(part);
        parts.insert(parts.end(), blocks.begin(), blocks.end());
      }
      message.side == Message::Side::kReceive ? renamed.Receive(peer, parts)
                                              : renamed.Send(peer, parts);
    }
    for (const Step& step : round.steps) {
      const auto from = spread(step.from);
      const auto into = spread(step.into);
      for (std::size_t part = 0; part < from.size(); ++part) {
        step.kind == Step::Kind::kCopy ? renamed.Copy(from[part], into[part])
                                       : renamed.Reduce(from[part], into[part]);
      }
    }
    renamed.NextRound();
  }
  return renamed;
}

/// Keeps a block whose data do not lie in rank order.
std::vector<Block> AsItIs(const Block& block) { return {block}; }

bool HasBlockOfEachRank(Collective collective) {
  return collective == Collective::kAllgather || collective == Collective::kAllgatherv;
}

}  // namespace

Schedule BuildMapped(const Algorithm& algorithm, const Shape& shape, Rank rank,
                     const Parameters& parameters) {
  const Rank first = HasRoot(algorithm.collective) ? shape.root : 0;
  const auto order = OrderOf(*shape.places, algorithm, first);
  Shape of_places = shape;
  of_places.root = 0;
  of_places.places = nullptr;
  const int self = order->place_of[static_cast<std::size_t>(rank)];
  const Schedule schedule = algorithm.build(of_places, self, parameters);
  if (!HasBlockOfEachRank(algorithm.collective)) return Renamed(schedule, order->rank_at);
  return Renamed(schedule, order->rank_at, [&](const Block& block) {
    return block.buffer == Buffer::kOutput ? BlocksOfRanks(block, order->rank_at) : AsItIs(block);
  });
}

Schedule Renamed(const Schedule& schedule, const std::vector<Rank>& rank_at) {
  return Renamed(schedule, rank_at, AsItIs);
}

Algorithm WithPlaces(Algorithm algorithm, std::string_view name, std::string_view summary) {
  algorithm.name = name;
  algorithm.summary = summary;
  algorithm.limits.insert(algorithm.limits.begin(), kKnownPlaces);
  algorithm.limits.push_back(kUnlikePlaces);
  if (Reduces(algorithm.collective)) algorithm.limits.push_back(kCommutative);
  return algorithm;
}

}  // namespace colltune
