// Calls that rows of a profile are for.
#ifndef COLLTUNE_TESTS_PROFILES_EXPORTERS_CALL_OF_H_
#define COLLTUNE_TESTS_PROFILES_EXPORTERS_CALL_OF_H_

#include "profiles/exporters/exporters.h"

namespace colltune {

/// Returns the call of the smallest communicator of a row, with `bytes`.
inline Call CallOf(const Row& row, Bytes bytes) {
  const CommunicatorSize size = row.region.Smallest();
  return {row.collective, size.ranks, size.ranks_per_node, row.FirstRoot(), bytes};
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PROFILES_EXPORTERS_CALL_OF_H_
