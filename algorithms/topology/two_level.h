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
#include "algorithms/topology/rank_order.h"

namespace colltune {

/// Ranks that do a part of an operation together, and the place of this rank among them.
struct Subgroup {
  std::vector<Rank> ranks;  ///< the first one is its root
  int self = -1;            ///< an index of `ranks`; -1 for none
};

struct TwoLevels {
  Subgroup group;
  Subgroup leaders;  ///< the root's leader first

  bool leads() const { return group.self == 0; }
};

/// Returns the rank order in which the root's group comes first, and each group's leader before its
/// other ranks.
std::shared_ptr<const RankOrder> GroupedOrder(const Places& places, Rank root);

/// Returns the levels of `rank`. The root leads its group; a rank on one of the fastest hosts leads
/// each other group.
TwoLevels LevelsOf(const Places& places, Rank root, Rank rank);

/// Builds this rank's part of a collective among the ranks of a party, whose root is the first.
/// Elements, operation and whether the call is in place come from `shape`.
Schedule BuildAmong(const Subgroup& party, const Algorithm& algorithm, const Shape& shape,
                    const Parameters& parameters);

/// Names the output where `block` names operands, since the level below has left its results in the
/// output.
Block FromOutput(const Block& block);

/// Algorithms that do the parts of a collective.
struct Phases {
  std::vector<const Algorithm*> within;  ///< within groups, one after the other
  const Algorithm* between;              ///< between the leaders
};

/// Returns the algorithm that `value` stands for, in a parameter with these names.
const Algorithm* PhaseOf(Collective collective, std::span<const std::string_view> names,
                         std::int64_t value);

/// Whether each algorithm of `phases` suits all parties that perform it.
bool SuitParties(const Phases& phases, const Shape& shape, const Parameters& parameters);

/// Limit: the phases that `Of` reads from the parameters suit their parties.
template <Phases (*Of)(const Parameters&)>
inline constexpr Limit kSuitableParties = {
    "groups, and as many of them, as the algorithms of its phases need",
    [](const Shape& shape, const Parameters& parameters) {
      return SuitParties(Of(parameters), shape, parameters);
    }};

/// Builds, by `Build`, the schedule of the phases that `Of` reads from the parameters.
template <Phases (*Of)(const Parameters&),
          Schedule (*Build)(const Phases&, const Shape&, Rank, const Parameters&)>
Schedule InPhases(const Shape& shape, Rank rank, const Parameters& parameters) {
  return Build(Of(parameters), shape, rank, parameters);
}

/// Algorithms that may combine the sums of groups in an allreduce.
inline constexpr std::array<std::string_view, 3> kAllreduceBetween = {"recursive_doubling", "ring",
                                                                      "rabenseifner"};

/// Builds two broadcasts: from the root to the other leaders, then within groups.
Schedule TwoLevelBcast(const Phases& phases, const Shape& shape, Rank rank,
                       const Parameters& parameters);

/// Builds two reductions: within groups, then from the leaders to the root. Requires a commutative
/// operation.
Schedule TwoLevelReduce(const Phases& phases, const Shape& shape, Rank rank,
                        const Parameters& parameters);

/// Builds reductions to the leaders, an allreduce among the leaders, and broadcasts within groups.
/// Requires a commutative operation.
Schedule TwoLevelAllreduce(const Phases& phases, const Shape& shape, Rank rank,
                           const Parameters& parameters);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_TWO_LEVEL_H_
