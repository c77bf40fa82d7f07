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

CommunicatorSize Nodes::SizeOf(const Layout& layout) const {
  CommunicatorSize size = tune::SizeOf(layout);
  const std::vector<int> form = FormOf(Members(layout));
  if (!form.empty()) size.nodes = static_cast<int>(form.size());
  return size;
}

bool Nodes::AreAlike() const {
  const auto each = static_cast<std::size_t>(ranks_per_node_);
  const Mapping mapping = MappingOfAll();
  return (mapping == Mapping::kAny || mapping == Mapping::kBlock) &&
         std::ranges::all_of(ranks_, [each](const auto& ranks) { return ranks.size() == each; });
}

std::vector<Rank> Nodes::Members(const Layout& layout) const { return Group(layout, 0); }

std::vector<int> Nodes::FormOf(std::span<const Rank> ranks) const {
  std::map<std::uint64_t, int> on_node;
  for (const Rank rank : ranks) ++on_node[node_of_rank_[static_cast<std::size_t>(rank)]];
  std::vector<int> form;
  for (const auto& [node, count] : on_node) form.push_back(count);
  std::ranges::sort(form);
  return form;
}

std::vector<std::vector<Rank>> Nodes::Groups(const Layout& layout, int most) const {
  std::vector<std::vector<Rank>> groups;
  std::vector<int> form;
  for (int i = 0; static_cast<int>(groups.size()) < most; ++i) {
    std::vector<Rank> ranks = Group(layout, i);
    if (ranks.empty()) break;
    std::vector<int> other = FormOf(ranks);
    if (i == 0) form = other;
    if (other == form) groups.push_back(std::move(ranks));
  }
  return groups;
}

std::vector<std::vector<Rank>> Nodes::Siblings(const Layout& layout) const {
  std::vector<std::vector<Rank>> all = Groups(layout, layout.siblings);
  if (static_cast<int>(all.size()) < layout.siblings) return {};
  return all;
}

Layout Nodes::WithSiblings(Layout layout, int most) const {
  const int all = layout.HasProgression() ? layout.progression.per_node : ranks_per_node_;
  layout.siblings = 1;
  if (layout.ranks_per_node >= all) return layout;
  layout.siblings = std::max(1, static_cast<int>(Groups(layout, most).size()));
  return layout;
}

Layout Nodes::LayoutOf(int ranks, const Progression& progression) const {
  Layout layout{ranks, 0, progression};
  const std::vector<int> form = FormOf(Members(layout));
  if (!form.empty()) layout.ranks_per_node = form.back();
  return layout;
}

std::vector<Rank> Nodes::WorldOf(const Progression& progression) const {
  std::vector<Rank> world;
  int nodes = 0;
  for (const auto& ranks : ranks_) {
    if (nodes++ == progression.nodes) break;
    const auto taken =
        std::min(ranks.size(), static_cast<std::size_t>(std::max(progression.per_node, 0)));
    world.insert(world.end(), ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(taken));
  }
  std::ranges::sort(world);
  return world;
}

std::vector<Rank> Nodes::Group(const Layout& layout, int group) const {
  return layout.HasProgression() ? GroupInWorld(layout, group) : GroupOnNodes(layout, group);
}

std::vector<Rank> Nodes::GroupOnNodes(const Layout& layout, int group) const {
  std::vector<Rank> members;
  for (const auto& ranks : ranks_) {
    const int left = layout.ranks - static_cast<int>(members.size());
    if (left == 0) break;
    const auto size = static_cast<std::int64_t>(ranks.size());
    const std::int64_t taken =
        std::min({std::int64_t{left}, size, std::int64_t{layout.ranks_per_node}});
    const std::int64_t first = std::int64_t{group} * layout.ranks_per_node;
    if (first + taken > size) return {};
    members.insert(members.end(), ranks.begin() + first, ranks.begin() + first + taken);
  }
  if (static_cast<int>(members.size()) < layout.ranks) return {};
  std::ranges::sort(members);
  return members;
}

std::vector<Rank> Nodes::GroupInWorld(const Layout& layout, int group) const {
  const std::vector<Rank> world = WorldOf(layout.progression);
  const auto size = static_cast<std::int64_t>(world.size());
  const auto& [nodes, per_node, own, stride] = layout.progression;
  const std::int64_t run = std::int64_t{stride} * layout.ranks;
  if (stride < 1 || run < 1) return {};
  // Number 0 is the layout itself; the others follow in the order of their first ranks. A layout
  // that does not begin within the first `stride` ranks of a run has no others.
  const std::int64_t own_number = own / run * stride + own % run;
  if (group > 0 && own % run >= stride) return {};
  const std::int64_t number = group == 0 ? own_number : group <= own_number ? group - 1 : group;
  const std::int64_t first = group == 0 ? own : number / stride * run + number % stride;
  if (own < 0 || first + stride * std::int64_t{layout.ranks - 1} >= size) return {};
  std::vector<Rank> members;
  for (int i = 0; i < layout.ranks; ++i) {
    members.push_back(world[static_cast<std::size_t>(first + std::int64_t{i} * stride)]);
  }
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

}  // namespace colltune::tune
