// Collectives in two levels: within groups of ranks that are near each other, and between one
// leader of each. The groups are the sites, or the hosts where there is but one site.
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_TWO_LEVEL_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_TWO_LEVEL_H_

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/registry.h"
#include "algorithms/topology/machine_order.h"

namespace colltune {

/// Ranks that do a part of an operation together, and which of them this rank is.
struct Party {
  std::vector<Rank> ranks;  ///< the first one is its root
  int self = -1;            ///< an index of `ranks`; -1 for none
};

struct TwoLevels {
  Party group;
  Party leaders;  ///< the root's leader first

  bool leads() const { return group.self == 0; }
};

/// The order of ranks in which the root's group comes first, each group's leader before the others.
std::shared_ptr<const MachineOrder> GroupedOrder(const Places& places, Rank root);

/// Those of `rank`. The root leads its group, and one of the fastest hosts each other one.
TwoLevels LevelsOf(const Places& places, Rank root, Rank rank);

/// What this rank does in a collective among the ranks of a party, whose root is the first. Takes
/// elements, operation and whether it is in place from `shape`.
Schedule BuildAmong(const Party& party, const Algorithm& algorithm, const Shape& shape,
                    const Parameters& parameters);

/// Names the output where a block names operands: those are what the level below has left there.
Block FromOutput(const Block& block);

/// The algorithms that do the parts of a collective.
struct Phases {
  std::vector<const Algorithm*> within;  ///< within groups, one after the other
  const Algorithm* between;              ///< between the leaders
};

/// The algorithm that a value of a parameter with these names stands for.
const Algorithm* PhaseOf(Collective collective, std::span<const std::string_view> names,
                         std::int64_t value);

/// Whether each of them suits all the parties that it is done among.
bool SuitParties(const Phases& phases, const Shape& shape, const Parameters& parameters);

/// The phases that `Of` reads from the parameters have to suit.
template <Phases (*Of)(const Parameters&)>
inline constexpr Limit kSuitableParties = {
    "groups, and as many of them, as the algorithms of its phases need",
    [](const Shape& shape, const Parameters& parameters) {
      return SuitParties(Of(parameters), shape, parameters);
    }};

/// The schedule that `Build` makes of the phases that `Of` reads from the parameters.
template <Phases (*Of)(const Parameters&),
          Schedule (*Build)(const Phases&, const Shape&, Rank, const Parameters&)>
Schedule InPhases(const Shape& shape, Rank rank, const Parameters& parameters) {
  return Build(Of(parameters), shape, rank, parameters);
}

/// What combines the sums of groups in an allreduce.
inline constexpr std::array<std::string_view, 3> kAllreduceBetween = {"recursive_doubling", "ring",
                                                                      "rabenseifner"};

/// From the root to the other leaders, then within groups: two broadcasts.
Schedule TwoLevelBcast(const Phases& phases, const Shape& shape, Rank rank,
                       const Parameters& parameters);

/// The way back: two reductions. Requires a commutative operation.
Schedule TwoLevelReduce(const Phases& phases, const Shape& shape, Rank rank,
                        const Parameters& parameters);

/// Reduces to the leaders, combines what they have, and broadcasts within groups. Requires a
/// commutative operation.
Schedule TwoLevelAllreduce(const Phases& phases, const Shape& shape, Rank rank,
                           const Parameters& parameters);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_TWO_LEVEL_H_
