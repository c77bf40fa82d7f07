#include "tuner/problem/job_layout.h"

#include <algorithm>
#include <map>

namespace colltune::tune {

Nodes::Nodes(std::span<const int> node_of_rank)
    : node_of_rank_(node_of_rank.begin(), node_of_rank.end()) {
  std::map<int, std::size_t> places;
  for (std::size_t rank = 0; rank < node_of_rank.size(); ++rank) {
    const auto [place, added] = places.try_emplace(node_of_rank[rank], ranks_.size());
    if (added) ranks_.emplace_back();
    ranks_[place->second].push_back(static_cast<Rank>(rank));
  }
  for (const auto& ranks : ranks_) {
    ranks_per_node_ = std::max(ranks_per_node_, static_cast<int>(ranks.size()));
  }
}

Mapping Nodes::MappingOf(const Layout& layout) const {
  std::vector<std::uint64_t> nodes;
  for (const Rank rank : Members(layout)) {
    nodes.push_back(node_of_rank_[static_cast<std::size_t>(rank)]);
  }
  return colltune::MappingOf(nodes);
}

bool Nodes::AreAlike() const {
  const auto each = static_cast<std::size_t>(ranks_per_node_);
  const Mapping mapping = MappingOfAll();
  return (mapping == Mapping::kAny || mapping == Mapping::kBlock) &&
         std::ranges::all_of(ranks_, [each](const auto& ranks) { return ranks.size() == each; });
}

std::vector<Rank> Nodes::Members(const Layout& layout) const {
  std::vector<Rank> members;
  for (const auto& ranks : ranks_) {
    for (int i = 0; i < layout.ranks_per_node && i < static_cast<int>(ranks.size()); ++i) {
      if (static_cast<int>(members.size()) < layout.ranks) {
        members.push_back(ranks[static_cast<std::size_t>(i)]);
      }
    }
  }
  if (static_cast<int>(members.size()) < layout.ranks) return {};
  std::ranges::sort(members);
  return members;
}

std::vector<Layout> LayoutsOf(std::span<const int> ranks, const Nodes& nodes) {
  std::vector<Layout> layouts;
  for (const int count : ranks) {
    layouts.push_back({count, std::min(count, nodes.ranks_per_node())});
    if (nodes.count() >= count && nodes.ranks_per_node() > 1) layouts.push_back({count, 1});
  }
  std::ranges::sort(layouts);
  layouts.erase(std::unique(layouts.begin(), layouts.end()), layouts.end());
  return layouts;
}

std::vector<LayoutBetween> LayoutsBetween(std::span<const Layout> layouts, int ranks_per_node) {
  const auto is_full = [&](const Layout& layout) {
    return layout.ranks_per_node == std::min(layout.ranks, ranks_per_node);
  };
  std::vector<LayoutBetween> all;
  for (const Layout& low : layouts) {
    const Layout* high = nullptr;
    for (const Layout& other : layouts) {
      const bool is_of_kind =
          low.ranks_per_node == other.ranks_per_node || (is_full(low) && is_full(other));
      if (!is_of_kind || other.ranks <= low.ranks) continue;
      if (high == nullptr || other.ranks < high->ranks) high = &other;
    }
    if (high == nullptr) continue;
    for (int ranks = low.ranks + 1; ranks < std::min(high->ranks, kMostBetween); ++ranks) {
      all.push_back({{ranks, std::min(high->ranks_per_node, ranks)}, low, *high});
    }
  }
  return all;
}

std::vector<int> StandardRanks(int all) {
  constexpr int kEach = 8;
  std::vector<int> ranks;
  for (int count = 2; count <= std::min(all, kEach); ++count) ranks.push_back(count);
  for (int power = 2 * kEach; power / 4 * 3 <= all; power *= 2) {
    ranks.push_back(power / 4 * 3);
    if (power <= all) ranks.push_back(power);
  }
  if (ranks.empty() || ranks.back() != all) ranks.push_back(all);
  return ranks;
}

}  // namespace colltune::tune
