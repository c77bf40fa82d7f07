// Orders of the ranks in which algorithms that know nothing of the machine suit it.
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_MACHINE_ORDER_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_MACHINE_ORDER_H_

#include <memory>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/places.h"

namespace colltune {

/// Who stands at which place of an algorithm, and the way back.
struct MachineOrder {
  std::vector<Rank> rank_at;
  std::vector<int> place_of;
  /// The places at which another of Places::GroupOf begins, 0 first, and their number.
  std::vector<int> groups;
};

/// `first` at place 0; the ranks of a host next to each other, and the hosts of a site. Within a
/// site the fastest hosts stand where `algorithm` sends and receives most: the slow ones become the
/// leaves of a tree. Only what `places` and the arguments say counts.
MachineOrder OrderFor(const Places& places, const Algorithm& algorithm, Rank first);

/// OrderFor(places, algorithm, first), kept in the memo of `places`.
std::shared_ptr<const MachineOrder> OrderOf(const Places& places, const Algorithm& algorithm,
                                            Rank first);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_MACHINE_ORDER_H_
