// Bytes of a call, of a block and in total. profiles/FORMAT.md has the table.
#ifndef COLLTUNE_PROFILES_SIZES_H_
#define COLLTUNE_PROFILES_SIZES_H_

#include <cstdint>

#include "algorithms/collective.h"
#include "algorithms/units.h"

namespace colltune {

/// The largest size that a profile speaks of, see FORMAT.md, and that is read on command lines.
inline constexpr Bytes kLargestSize{std::int64_t{1} << 62};

/// Returns how many blocks the largest buffer of one rank has: 1, or as many as there are ranks. A
/// block is the unit whose bytes decision tables count.
constexpr int BlocksInTotal(Collective collective, int ranks) {
  switch (collective) {
    case Collective::kScatter:
    case Collective::kGather:
    case Collective::kAllgather:
    case Collective::kAllgatherv:
    case Collective::kAlltoall:
    case Collective::kReduceScatterBlock:
    case Collective::kReduceScatter:
      return ranks;
    default:
      return 1;
  }
}

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_SIZES_H_
