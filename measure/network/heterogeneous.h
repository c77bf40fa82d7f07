// Network experiments for models whose parameters differ from rank to rank.
#ifndef COLLTUNE_MEASURE_NETWORK_HETEROGENEOUS_H_
#define COLLTUNE_MEASURE_NETWORK_HETEROGENEOUS_H_

#include "measure/network/groups.h"

namespace colltune {

struct HeterogeneousSamples {
  std::vector<NetworkSample> samples;
  bool disturbed = false;  ///< whether an experiment took turns because its groups interfere
  double worst_ratio = 0;  ///< largest GroupTimes::worst_ratio of all experiments
  Group worst_group;       ///< of worst_ratio
};

/// Times, for each size M of `sizes`:
///  - round trips, M there and nothing back, between all pairs i < j, as samples of one to one;
///  - point-to-two, i -> {j, k} for all i and j < k, M there and nothing back (Lastovetsky &
///    Rychkov, Cluster 2007): the sender's own cost is their time less that of a round trip;
///  - fans of M to 1, 2, 3 and 4 ranks, of whom the last alone answers, with nothing: each further
///    rank adds the sender's cost of a message, however the answers overlap.
/// The size 0 has to be among `sizes` for fits that tell a message's cost from its bytes'.
/// Collective, and alike on all ranks, as TimeGroups; each experiment is checked by itself for
/// interference. Two ranks have pairs and fans of one; a single rank has nothing to time.
HeterogeneousSamples TimeHeterogeneous(MPI_Comm comm, const Clock& clock,
                                       std::span<const Bytes> sizes, const GroupOptions& options);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_HETEROGENEOUS_H_
