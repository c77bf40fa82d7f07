// Rank orders that suit the machine, for algorithms that know nothing of it.
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_RANK_ORDER_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_RANK_ORDER_H_

#include <memory>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/places.h"

namespace colltune {

/// Map from the places of an algorithm to ranks, and its inverse.
struct RankOrder {
  std::vector<Rank> rank_at;
  std::vector<int> place_of;
  /// Places at which a new group (see Places::GroupOf) begins, 0 first, then the number of places.
  std::vector<int> groups;
};

/// Returns an order with `first` at place 0. The ranks of a host are next to each other, and so are
/// the hosts of a site. Within a site the fastest hosts take the places at which `algorithm` sends
/// and receives most; the slow ones become the leaves of a tree. The order depends only on `places`
/// and the arguments.
RankOrder OrderFor(const Places& places, const Algorithm& algorithm, Rank first);

/// OrderFor(places, algorithm, first), kept in the memo of `places`.
std::shared_ptr<const RankOrder> OrderOf(const Places& places, const Algorithm& algorithm,
                                         Rank first);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_RANK_ORDER_H_
