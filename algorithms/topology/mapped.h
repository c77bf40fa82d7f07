// Algorithms that know nothing of the machine, on its ranks in an order that suits it.
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_MAPPED_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_MAPPED_H_

#include <string_view>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/no_destructor.h"

namespace colltune {

/// The schedule of `rank` where the ranks take the places of `algorithm` in the order that
/// OrderFor says, from the root on.
Schedule BuildMapped(const Algorithm& algorithm, const Shape& shape, Rank rank,
                     const Parameters& parameters);

/// A schedule for the places of `rank_at`, as one for the ranks that stand there.
Schedule Renamed(const Schedule& schedule, const std::vector<Rank>& rank_at);

/// `algorithm` with everything changed that a mapped one has of its own but `build`.
Algorithm WithPlaces(Algorithm algorithm, std::string_view name, std::string_view summary);

/// The algorithm of that factory with mapped ranks. For collectives in which all ranks' data are
/// alike, and for those of algorithms for the allgather whose two sides of a message name the same
/// blocks of the output.
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

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_MAPPED_H_
