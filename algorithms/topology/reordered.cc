#include "algorithms/topology/reordered.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "algorithms/buffers.h"
#include "algorithms/places.h"
#include "algorithms/topology/rank_order.h"

namespace colltune {
namespace {

using Move = std::function<Block(const Block& element)>;
using Spread = std::function<std::vector<Block>(const Block&)>;

/// Returns `block` with each of its elements moved. Elements that then follow one another share a
/// block.
std::vector<Block> Runs(const Block& block, const Move& move) {
  std::vector<Block> runs;
  for (std::int64_t i = 0; i < block.count; ++i) {
    const Block element = move(block.Element(i));
    if (!runs.empty() && runs.back().buffer == element.buffer &&
        runs.back().first + runs.back().count == element.first) {
      ++runs.back().count;
    } else {
      runs.push_back(element);
    }
  }
  return runs;
}

/// Translates each block into those that `spread` returns.
Schedule Translated(const Schedule& schedule, const Spread& spread) {
  Schedule translated;
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    const Round round = schedule.round(i);
    for (const Message& message : round.messages) {
      std::vector<Block> parts;
      for (const Block& part : schedule.PartsOf(message)) {
        const auto blocks = spread(part);
        parts.insert(parts.end(), blocks.begin(), blocks.end());
      }
      message.side == Message::Side::kReceive ? translated.Receive(message.peer, parts)
                                              : translated.Send(message.peer, parts);
    }
    for (const Step& step : round.steps) {
      const auto from = spread(step.from);
      const auto into = spread(step.into);
      assert(from.size() == into.size());
      for (std::size_t part = 0; part < from.size(); ++part) {
        step.kind == Step::Kind::kCopy ? translated.Copy(from[part], into[part])
                                       : translated.Reduce(from[part], into[part]);
      }
    }
    translated.NextRound();
  }
  return translated;
}

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
  Schedule schedule = Renamed(algorithm.build(of_places, self, parameters), order->rank_at);
  if (!HasBlockOfEachRank(algorithm.collective)) return schedule;
  return Translated(schedule, [&](const Block& block) -> std::vector<Block> {
    if (block.buffer != Buffer::kOutput) return {block};
    return Runs(block, [&](const Block& element) {
      return Output(order->rank_at[static_cast<std::size_t>(element.first)], 1);
    });
  });
}

Schedule Renamed(Schedule schedule, std::span<const Rank> rank_at) {
  schedule.Rename(rank_at);
  return schedule;
}

Schedule Moved(const Schedule& schedule, const std::function<Block(const Block& element)>& move) {
  return Translated(schedule, [&](const Block& block) { return Runs(block, move); });
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
