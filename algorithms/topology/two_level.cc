#include "algorithms/topology/two_level.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "algorithms/places.h"
#include "algorithms/topology/reordered.h"

namespace colltune {
namespace {

/// Returns an algorithm that has equally many messages at all places but the root's, so that the
/// fastest hosts come first. The schedule of this algorithm is built in no time.
const Algorithm& Even() { return *FindAlgorithm(Collective::kBcast, "flat"); }

/// Translates blocks of a leader that has no output: its group's result lies in scratch memory,
/// before all other scratch data.
Block InLeadersScratch(const Block& block, std::int64_t elements) {
  switch (block.buffer) {
    case Buffer::kOutput:
      return Scratch(block.first, block.count);
    case Buffer::kScratch:
      return Scratch(elements + block.first, block.count);
    case Buffer::kInput:
    case Buffer::kSlots:
    case Buffer::kParts:
      return block;
  }
  return block;
}

}  // namespace

Block FromOutput(const Block& block) {
  return block.buffer == Buffer::kInput ? Output(block.first, block.count) : block;
}

std::shared_ptr<const RankOrder> GroupedOrder(const Places& places, Rank root) {
  return OrderOf(places, Even(), root);
}

TwoLevels LevelsOf(const Places& places, Rank root, Rank rank) {
  const auto order = GroupedOrder(places, root);
  const int place = order->place_of[static_cast<std::size_t>(rank)];
  TwoLevels levels;
  for (std::size_t group = 0; group + 1 < order->groups.size(); ++group) {
    const int begin = order->groups[group];
    const int end = order->groups[group + 1];
    levels.leaders.ranks.push_back(order->rank_at[static_cast<std::size_t>(begin)]);
    if (place < begin || place >= end) continue;
    levels.group = {{order->rank_at.begin() + begin, order->rank_at.begin() + end}, place - begin};
    if (place == begin) levels.leaders.self = static_cast<int>(group);
  }
  return levels;
}

Schedule BuildAmong(const Subgroup& party, const Algorithm& algorithm, const Shape& shape,
                    const Parameters& parameters) {
  Shape among = shape;
  among.ranks = static_cast<int>(party.ranks.size());
  among.root = 0;
  among.places = nullptr;
  return Renamed(algorithm.build(among, party.self, parameters), party.ranks);
}

const Algorithm* PhaseOf(Collective collective, std::span<const std::string_view> names,
                         std::int64_t value) {
  return FindAlgorithm(collective, names[static_cast<std::size_t>(value)]);
}

bool SuitParties(const Phases& phases, const Shape& shape, const Parameters& parameters) {
  std::map<int, int> ranks_of;
  for (Rank rank = 0; rank < shape.ranks; ++rank) ++ranks_of[shape.places->GroupOf(rank)];
  std::set<int> sizes;
  for (const auto& [group, ranks] : ranks_of) sizes.insert(ranks);

  Shape among = shape;
  among.places = nullptr;
  const auto suits = [&](const Algorithm* algorithm, int ranks) {
    among.ranks = ranks;
    return Declines({.algorithm = algorithm, .parameters = parameters}, among).empty();
  };
  return suits(phases.between, static_cast<int>(ranks_of.size())) &&
         std::ranges::all_of(sizes, [&](int ranks) {
           return std::ranges::all_of(
               phases.within, [&](const Algorithm* algorithm) { return suits(algorithm, ranks); });
         });
}

Schedule TwoLevelBcast(const Phases& phases, const Shape& shape, Rank rank,
                       const Parameters& parameters) {
  const TwoLevels levels = LevelsOf(*shape.places, shape.root, rank);
  Schedule schedule;
  if (levels.leads()) {
    schedule.Append(BuildAmong(levels.leaders, *phases.between, shape, parameters));
  }
  const Algorithm& within = *phases.within.front();
  return schedule.Append(BuildAmong(levels.group, within, shape, parameters));
}

Schedule TwoLevelReduce(const Phases& phases, const Shape& shape, Rank rank,
                        const Parameters& parameters) {
  const TwoLevels levels = LevelsOf(*shape.places, shape.root, rank);
  const bool is_root = rank == shape.root;
  Shape to_leaders = shape;
  if (!is_root) to_leaders.in_place = false;
  const Algorithm& within = *phases.within.front();
  Schedule lower = BuildAmong(levels.group, within, to_leaders, parameters);
  if (!levels.leads()) return lower;

  Shape to_root = shape;
  to_root.in_place = is_root;
  const Schedule upper = BuildAmong(levels.leaders, *phases.between, to_root, parameters);
  if (is_root) return Schedule().Append(lower).Append(upper, FromOutput);
  return Schedule()
      .Append(lower, [&](const Block& block) { return InLeadersScratch(block, shape.elements); })
      .Append(upper, [&](const Block& block) {
        return InLeadersScratch(FromOutput(block), shape.elements);
      });
}

Schedule TwoLevelAllreduce(const Phases& phases, const Shape& shape, Rank rank,
                           const Parameters& parameters) {
  const TwoLevels levels = LevelsOf(*shape.places, 0, rank);
  const auto part = [&](const Subgroup& party, const Algorithm& algorithm, bool in_place) {
    Shape in = shape;
    in.in_place = in_place;
    return BuildAmong(party, algorithm, in, parameters);
  };
  Schedule schedule;
  schedule.Append(part(levels.group, *phases.within.front(), shape.in_place));
  if (levels.leads()) {
    schedule.Append(part(levels.leaders, *phases.between, /*in_place=*/true), FromOutput);
  }
  return schedule.Append(part(levels.group, *phases.within.back(), false));
}

}  // namespace colltune
