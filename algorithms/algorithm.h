// A collective algorithm: it declines a Shape or builds its schedule for one rank.
#ifndef COLLTUNE_ALGORITHMS_ALGORITHM_H_
#define COLLTUNE_ALGORITHMS_ALGORITHM_H_

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/collective.h"
#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// One line of the registry. Plain data and two functions without state: may be used by any
/// thread.
struct Algorithm {
  Collective collective;
  std::string_view name;     ///< persistent: it stands in profiles
  std::string_view summary;  ///< what it does, in one line
  std::string_view source;   ///< where it was published
  /// Empty, or why this algorithm cannot solve a problem of this shape; the same on all ranks.
  std::string (*declines)(const Shape& shape);
  /// What `rank` does. Requires declines(shape).empty() and 0 <= rank, root < ranks.
  Schedule (*build)(const Shape& shape, Rank rank);
};

/// For algorithms without limits.
inline std::string DeclinesNothing(const Shape&) { return {}; }

/// The schedules of all ranks, in their order.
inline std::vector<Schedule> BuildAll(const Algorithm& algorithm, const Shape& shape) {
  std::vector<Schedule> all;
  all.reserve(static_cast<std::size_t>(shape.ranks));
  for (Rank rank = 0; rank < shape.ranks; ++rank) all.push_back(algorithm.build(shape, rank));
  return all;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_ALGORITHM_H_
