#include "profiles/tiling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace colltune {
namespace {

/// A coordinate of regions.
using Axis = std::function<Span(const Region&)>;

/// Calls `each` with the places of two rows whose spans on the axis overlap, until it returns
/// true. Returns the number of calls.
template <typename Each>
std::size_t ForPairs(std::span<const Row> rows, const Axis& axis, Each each) {
  std::vector<std::pair<Span, std::size_t>> order;
  for (std::size_t i = 0; i < rows.size(); ++i) order.emplace_back(axis(rows[i].region), i);
  std::ranges::sort(order);
  std::vector<std::pair<Span, std::size_t>> open;
  std::size_t calls = 0;
  for (const auto& next : order) {
    std::erase_if(open, [&](const auto& one) { return one.first.last < next.first.first; });
    for (const auto& one : open) {
      ++calls;
      if (each(one.second, next.second)) return calls;
    }
    open.push_back(next);
  }
  return calls;
}

/// Counts the pairs of rows whose spans on the axis overlap.
std::size_t CountPairs(std::span<const Row> rows, const Axis& axis) {
  std::vector<int> firsts;
  std::vector<int> lasts;
  for (const Row& row : rows) {
    firsts.push_back(axis(row.region).first);
    lasts.push_back(axis(row.region).last);
  }
  std::ranges::sort(firsts);
  std::ranges::sort(lasts);
  std::size_t pairs = 0;
  std::size_t ended = 0;
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    while (ended < lasts.size() && lasts[ended] < firsts[i]) ++ended;
    pairs += i - ended;
  }
  return pairs;
}

Axis MostSelective(std::span<const Row> rows) {
  const Axis axes[] = {[](const Region& region) { return region.nodes; },
                       [](const Region& region) { return region.ranks_per_node; },
                       [](const Region& region) { return region.PossibleRanks(); }};
  return *std::ranges::min_element(axes, {},
                                   [&](const Axis& axis) { return CountPairs(rows, axis); });
}

/// Returns the regions of both rows, for a sentence: "the rows for A" or "the rows for A and B".
std::string RegionsText(const Row& one, const Row& other) {
  if (one.region == other.region) return ToText(one.region);
  return fmt::format("{} and {}", ToText(one.region), ToText(other.region));
}

std::string SizeText(const CommunicatorSize& size) {
  return fmt::format("{} node{} of {} rank{} ({} rank{})", size.nodes, size.nodes == 1 ? "" : "s",
                     size.ranks_per_node, size.ranks_per_node == 1 ? "" : "s", size.ranks,
                     size.ranks == 1 ? "" : "s");
}

/// Returns how two rows are for the same calls; empty where they are not. `low` has the lower
/// placement, and of equal ones the lower roots.
std::string ReasonOf(const Row& low, const Row& high) {
  if (!Overlaps(low.region, high.region)) return {};
  const std::string regions = RegionsText(low, high);
  if (const auto what = Overlap(low.placement, high.placement); !what.empty()) {
    return fmt::format("of the rows for {} some have a key '{}' and others have none", regions,
                       what);
  }
  if (low.placement != high.placement) return {};
  const std::string layouts = regions + PlacementText(low.placement);
  if (low.roots == high.roots) {
    if (low.region == high.region) return fmt::format("a row for {} stands twice", layouts);
    return fmt::format("the rows for {} overlap, as in {}", layouts,
                       SizeText(Common(low.region, high.region).Smallest()));
  }
  if (!low.roots || low.roots->last < high.roots->first) return {};
  return fmt::format("the rows for {} overlap in roots {} to {} and {} to {}", layouts,
                     low.roots->first, low.roots->last, high.roots->first, high.roots->last);
}

/// Returns the first number from `first` to `last` that no span contains; beyond `last` if there is
/// none. Sorts the spans.
std::int64_t FirstMissing(std::vector<Span>& spans, std::int64_t first, std::int64_t last) {
  std::ranges::sort(spans);
  for (const Span& span : spans) {
    if (first > last || span.first > first) break;
    first = std::max(first, std::int64_t{span.last} + 1);
  }
  return first;
}

/// Returns a communicator of at least 2 ranks in `box`, whose `ranks` are all, that no region
/// contains.
///
/// Between two borders of all regions, in nodes and in ranks per node, the same regions apply. The
/// possible numbers of ranks between them have no gaps (Region::PossibleRanks), so that the regions
/// cover the piece exactly if their spans of ranks cover these numbers.
std::optional<CommunicatorSize> Uncovered(std::vector<Region> regions, const Region& box) {
  if (box.nodes.IsEmpty() || box.ranks_per_node.IsEmpty()) return std::nullopt;
  std::ranges::sort(regions, {}, &Region::nodes);
  Borders borders(box.nodes);
  for (const Region& region : regions) borders.Add(region.nodes);
  auto next = regions.begin();
  std::vector<Region> open;
  std::vector<Span> spans;
  for (const Span& nodes : borders.Pieces()) {
    std::erase_if(open, [&](const Region& one) { return one.nodes.last < nodes.first; });
    for (; next != regions.end() && next->nodes.first <= nodes.first; ++next) {
      if (next->nodes.last >= nodes.first) open.push_back(*next);
    }
    Borders within(box.ranks_per_node);
    for (const Region& one : open) within.Add(one.ranks_per_node);
    for (const Span& each : within.Pieces()) {
      spans.clear();
      for (const Region& one : open) {
        if (one.ranks_per_node.Contains(each.first)) spans.push_back(one.ranks);
      }
      const Span wanted = Region{nodes, each, {2, kMostCount}}.PossibleRanks();
      const std::int64_t missing = FirstMissing(spans, wanted.first, wanted.last);
      if (missing > wanted.last) continue;
      const auto ranks = static_cast<int>(missing);
      return Region{nodes, each, {ranks, ranks}}.Smallest();
    }
  }
  return std::nullopt;
}

/// Returns the values of a property that rows name; `any` alone where none names one.
template <typename Value>
std::set<Value> Named(std::span<const Row> rows, Value Placement::*property, Value any) {
  std::set<Value> named;
  for (const Row& row : rows) {
    if (row.placement.*property != any) named.insert(row.placement.*property);
  }
  if (named.empty()) named.insert(any);
  return named;
}

/// Returns a communicator of the box, in that placement, without a row.
std::optional<Gap> GapIn(std::span<const Row> rows, const Region& box, const Placement& placement) {
  std::vector<Region> regions;
  for (const Row& row : rows) {
    if (!row.roots && row.placement.Covers(placement)) regions.push_back(row.region);
  }
  const auto size = Uncovered(std::move(regions), box);
  return size ? std::optional(Gap{*size, placement}) : std::nullopt;
}

}  // namespace

std::optional<Clash> FindClash(std::span<const Row> rows) {
  const auto key = [&](std::size_t i) { return std::pair(rows[i].placement, rows[i].roots); };
  std::optional<Clash> clash;
  ForPairs(rows, MostSelective(rows), [&](std::size_t one, std::size_t other) {
    if (key(other) < key(one)) std::swap(one, other);
    const std::string reason = ReasonOf(rows[one], rows[other]);
    if (!reason.empty()) clash = {one, other, reason};
    return clash.has_value();
  });
  return clash;
}

std::optional<Gap> FindGap(std::span<const Row> rows, const Hull& hull) {
  constexpr Span kOne{1, 1};
  constexpr Span kSeveral{2, kMostCount};
  for (const int sites : Named(rows, &Placement::sites, 0)) {
    const Span nodes = Common(hull.nodes, {std::max(sites, 1), kMostCount});
    const Span& each = hull.ranks_per_node;
    const Placement any{sites, Mapping::kAny};
    for (const Region& box :
         {Region{nodes, Common(each, kOne), {}}, Region{Common(nodes, kOne), each, {}}}) {
      if (auto gap = GapIn(rows, box, any)) return gap;
    }
    const Region box{Common(nodes, kSeveral), Common(each, kSeveral), {}};
    for (const Mapping mapping : Named(rows, &Placement::mapping, Mapping::kAny)) {
      if (auto gap = GapIn(rows, box, {sites, mapping})) return gap;
    }
  }
  return std::nullopt;
}

std::string ToText(const Gap& gap) { return SizeText(gap.size) + PlacementText(gap.placement); }

}  // namespace colltune
