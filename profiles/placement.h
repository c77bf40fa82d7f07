// How the ranks of a communicator lie on the nodes and sites of a machine, as far as decisions are
// keyed by it.
#ifndef COLLTUNE_PROFILES_PLACEMENT_H_
#define COLLTUNE_PROFILES_PLACEMENT_H_

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace colltune {

/// In which order ranks are on nodes. Where all are on one, or each on its own, it is kAny.
enum class Mapping : unsigned char {
  kAny,
  kBlock,   ///< the ranks of a node follow one another
  kCyclic,  ///< the nodes take turns
  kMixed,   ///< neither
};

/// In the order of the enum; persistent: they stand in profiles.
inline constexpr std::array<std::string_view, 4> kMappingNames = {"any", "block", "cyclic",
                                                                  "mixed"};
constexpr std::string_view ToText(Mapping mapping) {
  return kMappingNames[static_cast<std::size_t>(mapping)];
}
std::optional<Mapping> FindMapping(std::string_view name);

/// `node_of_rank`: a number for each rank, the same on one node.
Mapping MappingOf(std::span<const std::uint64_t> node_of_rank);

struct Placement {
  int sites = 0;                    ///< so many; 0: however many, or not known
  Mapping mapping = Mapping::kAny;  ///< kAny: whatever it is

  /// Whether what is for this placement is for ranks that lie like `actual`.
  bool Covers(const Placement& actual) const {
    return (sites == 0 || sites == actual.sites) &&
           (mapping == Mapping::kAny || mapping == actual.mapping);
  }
  friend auto operator<=>(const Placement&, const Placement&) = default;
};

/// Empty, or what of two placements, sorted, only the second one says, so that rows for both cannot
/// be there: either all say on how many sites, and with which mapping on so many sites, or none.
std::string_view Overlap(const Placement& low, const Placement& high);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_PLACEMENT_H_
