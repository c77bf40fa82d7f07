// Algorithms that know nothing of the machine, on ranks in an order that suits the machine.
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_REORDERED_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_REORDERED_H_

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/no_destructor.h"

namespace colltune {

/// Builds the schedule of `rank` where ranks take the places of `algorithm` in the order of
/// OrderFor, from the root on.
Schedule BuildMapped(const Algorithm& algorithm, const Shape& shape, Rank rank,
                     const Parameters& parameters);

/// Translates a schedule for places into one for the ranks at these places.
Schedule Renamed(Schedule schedule, std::span<const Rank> rank_at);

/// Translates a schedule into one with each element of a block at `move(element)`. A message may so
/// become one of several parts. Requires that the two blocks of a step come apart alike.
Schedule Moved(const Schedule& schedule, const std::function<Block(const Block& element)>& move);

/// Returns `algorithm` with the name, summary and limits of a mapped algorithm; leaves `build`.
Algorithm WithPlaces(Algorithm algorithm, std::string_view name, std::string_view summary);

/// Returns the algorithm of kFactory with mapped ranks. Valid for collectives in which all ranks'
/// data are alike. Also valid for an allgather if both sides of each message name the same blocks
/// of the output.
template <Algorithm (*kFactory)()>
Algorithm Mapped(std::string_view name, std::string_view summary) {
  Algorithm mapped = WithPlaces(kFactory(), name, summary);
  mapped.build = [](const Shape& shape, Rank rank, const Parameters& parameters) {
    static const NoDestructor algorithm(kFactory());
    return BuildMapped(*algorithm, shape, rank, parameters);
  };
  return mapped;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_REORDERED_H_
