#include "algorithms/topology/three_level.h"

#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

#include "algorithms/phases/tree_phases.h"
#include "algorithms/phases/tree_reduce.h"
#include "algorithms/registry.h"

namespace colltune {

ThreeLevels ThreeLevelsOf(const Places& places, Rank root, Rank rank) {
  TwoLevels sites = LevelsOf(places, root, rank);
  Subgroup host;
  Subgroup hosts;
  for (const Rank other : sites.group.ranks) {
    const int there = places.HostOf(other);
    if (hosts.ranks.empty() || places.HostOf(hosts.ranks.back()) != there) {
      if (other == rank) hosts.self = static_cast<int>(hosts.ranks.size());
      hosts.ranks.push_back(other);
    }
    if (there != places.HostOf(rank)) continue;
    if (other == rank) host.self = static_cast<int>(host.ranks.size());
    host.ranks.push_back(other);
  }
  return {{std::move(host), std::move(hosts), std::move(sites.leaders)}};
}

Node BinomialOf(std::span<const Subgroup> parties) {
  Node node{.parent = kNobody, .children = {}, .span = 0};
  for (auto party = parties.rbegin(); party != parties.rend(); ++party) {
    if (party->self < 0) continue;
    const auto rank_at = [&](Rank place) { return party->ranks[static_cast<std::size_t>(place)]; };
    const Node within = Binomial(party->self, static_cast<int>(party->ranks.size()));
    if (within.parent != kNobody) node.parent = rank_at(within.parent);
    std::ranges::transform(within.children, std::back_inserter(node.children), rank_at);
  }
  return node;
}

Schedule BcastAlong(const Node& node, const Segments& segments) {
  Schedule schedule;
  const Stream stream{.node = node, .segments = segments};
  AppendTreeBcast(schedule, std::span(&stream, 1), [](Rank rank) { return rank; });
  return schedule;
}

Schedule ReduceAlong(const Shape& shape, Rank rank, const Node& node, const Segments& segments) {
  std::vector<Rank> children;
  for (const Rank child : node.children) children.push_back(ToRelative(shape, child));
  const Rank parent = node.parent == kNobody ? kNobody : ToRelative(shape, node.parent);
  return ReduceAlongTree(shape, rank, parent, Together(children, shape, segments), segments);
}

Schedule BarrierAlong(const Shape& shape, const Node& node, const Subgroup& leaders) {
  if (leaders.self < 0) return UpAndDown({.ranks = shape.ranks}, node);
  Schedule schedule;
  for (const Rank child : std::views::reverse(node.children)) schedule.Receive(child, kNothing);
  const Algorithm& between = *FindAlgorithm(Collective::kBarrier, "dissemination");
  schedule.Append(BuildAmong(leaders, between, shape, StandardChoice(between).parameters));
  for (const Rank child : node.children) schedule.Send(child, kNothing);
  return schedule;
}

}  // namespace colltune
