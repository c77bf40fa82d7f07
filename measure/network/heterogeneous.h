// What models need whose parameters differ from rank to rank.
#ifndef COLLTUNE_MEASURE_NETWORK_HETEROGENEOUS_H_
#define COLLTUNE_MEASURE_NETWORK_HETEROGENEOUS_H_

#include "measure/network/groups.h"

namespace colltune {

struct HeterogeneousSamples {
  std::vector<NetworkSample> samples;
  bool disturbed = false;  ///< whether some were taken in turn because they disturb each other
  double worst_ratio = 0;  ///< the largest of GroupTimes
  Group worst_group;
};

/// For each of `sizes` M
///  - round trips, M there and nothing back, between all pairs i < j, as samples of one to one;
///  - point-to-two, i -> {j, k} for all i and j < k, M there and nothing back (Lastovetsky &
///    Rychkov, Cluster 2007): the sender's own cost is what they take longer than a round trip;
///  - fans of M to 1, 2, 3 and 4 ranks, of whom the last alone answers, with nothing: what each
///    further rank adds is the sender's cost of a message, however the answers overlap.
/// The size 0 has to be among `sizes` for fits that tell a message's cost from its bytes'.
/// Collective, and alike on all ranks, as TimeGroups; each experiment is checked by itself for
/// interference. Pairs alone for two ranks, nothing for one.
HeterogeneousSamples TimeHeterogeneous(MPI_Comm comm, const Clock& clock,
                                       std::span<const Bytes> sizes, const GroupOptions& options);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_HETEROGENEOUS_H_
