#include "profiles/placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace colltune {

std::optional<Mapping> FindMapping(std::string_view name) {
  const auto* const found = std::ranges::find(kMappingNames, name);
  if (found == kMappingNames.end()) return std::nullopt;
  return static_cast<Mapping>(found - kMappingNames.begin());
}

Mapping MappingOf(std::span<const std::uint64_t> node_of_rank) {
  std::map<std::uint64_t, std::size_t> last;
  std::set<std::size_t> steps;  // between ranks of one node that come next to each other
  for (std::size_t rank = 0; rank < node_of_rank.size(); ++rank) {
    const auto [at, added] = last.try_emplace(node_of_rank[rank], rank);
    if (added) continue;
    steps.insert(rank - at->second);
    at->second = rank;
  }
  if (steps.empty() || last.size() == 1) return Mapping::kAny;
  if (steps == std::set<std::size_t>{1}) return Mapping::kBlock;
  return steps == std::set<std::size_t>{last.size()} ? Mapping::kCyclic : Mapping::kMixed;
}

std::string PlacementText(const Placement& placement) {
  std::string text;
  if (placement.sites > 0) {
    text = fmt::format(", on {} {}", placement.sites, placement.sites == 1 ? "site" : "sites");
  }
  if (placement.mapping != Mapping::kAny) text += fmt::format(", {}", ToText(placement.mapping));
  return text;
}

std::string_view Overlap(const Placement& low, const Placement& high) {
  if (low.sites == 0 && high.sites > 0) return "sites";
  if (low.sites != high.sites) return {};
  return low.mapping == Mapping::kAny && high.mapping != Mapping::kAny ? "mapping" : "";
}

}  // namespace colltune
