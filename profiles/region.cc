#include "profiles/region.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

namespace colltune {
namespace {

int Cut(std::int64_t number) {
  return static_cast<int>(std::min<std::int64_t>(number, kMostCount));
}

int DividedUp(int number, int by) { return by < 1 ? 0 : number / by + (number % by == 0 ? 0 : 1); }

/// Returns "1 rank", "3 ranks", "2 to 8 ranks", "16 ranks or more".
std::string CountText(const Span& span, std::string_view noun) {
  if (span.IsOne()) return fmt::format("{} {}{}", span.first, noun, span.first == 1 ? "" : "s");
  if (span.last == kMostCount) return fmt::format("{} {}s or more", span.first, noun);
  return fmt::format("{} to {} {}s", span.first, span.last, noun);
}

}  // namespace

void Borders::Add(std::int64_t number) {
  if (within_.first < number && number <= within_.last) at_.insert(number);
}

std::vector<Span> Borders::Pieces() const {
  std::vector<Span> pieces;
  for (auto at = at_.begin(); at != at_.end(); ++at) {
    const auto next = std::next(at);
    const std::int64_t last = next == at_.end() ? within_.last : *next - 1;
    pieces.push_back({static_cast<int>(*at), static_cast<int>(last)});
  }
  return pieces;
}

CommunicatorSize OnFullNodes(int ranks, int ranks_per_node) {
  return {ranks, DividedUp(ranks, ranks_per_node), ranks_per_node};
}

Span Region::PossibleRanks() const {
  if (nodes.IsEmpty() || ranks_per_node.IsEmpty()) return {1, 0};
  // The ranks of n nodes with at most c ranks are c + n - 1 to n c. The next number of nodes, or of
  // ranks per node, begins at or before the end of this span: together they have no gaps.
  const std::int64_t fewest = std::int64_t{nodes.first} + ranks_per_node.first - 1;
  const std::int64_t most = std::int64_t{nodes.last} * ranks_per_node.last;
  return Common(ranks, {Cut(fewest), Cut(most)});
}

CommunicatorSize Region::Smallest() const {
  const int least = PossibleRanks().first;
  const int on = std::max(nodes.first, DividedUp(least, ranks_per_node.last));
  return {least, on, std::max(ranks_per_node.first, DividedUp(least, on))};
}

Region Common(const Region& one, const Region& other) {
  return {Common(one.nodes, other.nodes), Common(one.ranks_per_node, other.ranks_per_node),
          Common(one.ranks, other.ranks)};
}

Region Around(const Region& one, const Region& other) {
  return {Around(one.nodes, other.nodes), Around(one.ranks_per_node, other.ranks_per_node),
          Around(one.ranks, other.ranks)};
}

std::vector<Region> Without(const Region& whole, const Region& part) {
  if (!Overlaps(whole, part)) return {whole};
  std::vector<Region> pieces;
  Region rest = whole;
  for (Span Region::*const axis : {&Region::nodes, &Region::ranks_per_node, &Region::ranks}) {
    const Span common = Common(whole.*axis, part.*axis);
    Region below = rest;
    (below.*axis).last = common.first - 1;
    Region above = rest;
    // Beyond the largest number there is nothing.
    (above.*axis).first = common.last == kMostCount ? kMostCount : common.last + 1;
    if (!below.PossibleRanks().IsEmpty()) pieces.push_back(below);
    if (common.last < (rest.*axis).last && !above.PossibleRanks().IsEmpty()) {
      pieces.push_back(above);
    }
    rest.*axis = common;
  }
  return pieces;
}

bool Overlaps(const Region& one, const Region& other) {
  return !Common(one, other).PossibleRanks().IsEmpty();
}

Region RegionOf(int ranks, int ranks_per_node) {
  const int fewest = DividedUp(ranks, ranks_per_node);
  return {{fewest, std::max(fewest, ranks - ranks_per_node + 1)},
          {ranks_per_node, ranks_per_node},
          {ranks, ranks}};
}

std::string ToText(const Region& region) {
  if (region.IsOneLayout()) {
    return fmt::format("{} ranks, {} per node", region.ranks.first, region.ranks_per_node.first);
  }
  std::string text = fmt::format("{} of {}", CountText(region.nodes, "node"),
                                 CountText(region.ranks_per_node, "rank"));
  const Region any = {region.nodes, region.ranks_per_node, {}};
  if (region.PossibleRanks() != any.PossibleRanks()) {
    text += fmt::format(", {} in all", CountText(region.PossibleRanks(), "rank"));
  }
  return text;
}

}  // namespace colltune
