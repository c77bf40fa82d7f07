// Placement of a communicator's ranks on the nodes and sites of a machine, as far as decisions are
// keyed by it.
#ifndef COLLTUNE_PROFILES_PLACEMENT_H_
#define COLLTUNE_PROFILES_PLACEMENT_H_

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace colltune {

/// Order of the ranks on the nodes; kAny where all ranks are on one node, or each is on its own.
enum class Mapping : unsigned char {
  kAny,
  kBlock,   ///< the ranks of a node follow one another
  kCyclic,  ///< the nodes take turns
  kMixed,   ///< neither
};

/// Names in the order of the enum; persistent, because profiles contain them.
inline constexpr std::array<std::string_view, 4> kMappingNames = {"any", "block", "cyclic",
                                                                  "mixed"};
constexpr std::string_view ToText(Mapping mapping) {
  return kMappingNames[static_cast<std::size_t>(mapping)];
}
std::optional<Mapping> FindMapping(std::string_view name);

/// Returns the mapping of ranks; `node_of_rank` has a number for each rank, the same on one node.
Mapping MappingOf(std::span<const std::uint64_t> node_of_rank);

struct Placement {
  int sites = 0;                    ///< number of sites; 0: any number, or not known
  Mapping mapping = Mapping::kAny;  ///< kAny: any mapping

  /// Tells whether a decision for this placement also holds for ranks in placement `actual`.
  bool Covers(const Placement& actual) const {
    return (sites == 0 || sites == actual.sites) &&
           (mapping == Mapping::kAny || mapping == actual.mapping);
  }
  friend auto operator<=>(const Placement&, const Placement&) = default;
};

/// Returns ", on 2 sites, block", to follow the text of a layout; empty for any placement.
std::string PlacementText(const Placement& placement);

/// Returns the property, "sites" or "mapping", that only the second of two sorted placements
/// specifies; empty if there is none. Rows for both placements cannot coexist then: all rows
/// specify the number of sites, or none does; likewise the mapping on the same number of sites.
std::string_view Overlap(const Placement& low, const Placement& high);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_PLACEMENT_H_
