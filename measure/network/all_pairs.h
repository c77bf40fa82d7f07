// Round trips between all pairs of ranks.
#ifndef COLLTUNE_MEASURE_NETWORK_ALL_PAIRS_H_
#define COLLTUNE_MEASURE_NETWORK_ALL_PAIRS_H_

#include "measure/network/groups.h"

namespace colltune {

/// Three arrays over the pairs i < j, at PairIndex(i, j), as MPIBlib returns them (Lastovetsky,
/// Rychkov & O'Flynn, EuroPVM/MPI 2008, section 3), and how they were taken.
struct AllPairs {
  std::vector<Seconds> times;    ///< of one round trip: the median
  std::vector<int> repetitions;  ///< that it took
  std::vector<double> errors;    ///< half the median's confidence interval over the median
  bool parallel = false;         ///< false: one pair after another
  double worst_ratio = 0;        ///< as in GroupTimes
  Group worst_pair;
};

/// Where the pair i < j stands: 01, 02, ..., 12, 13, ...
std::size_t PairIndex(Rank i, Rank j, int ranks);

/// `there` bytes from i to j and `back` bytes back, for all pairs i < j; timed by i. In parallel
/// on the rounds of PairRounds. Collective, as TimeGroups.
AllPairs TimeAllPairs(MPI_Comm comm, const Clock& clock, Bytes there, Bytes back,
                      const GroupOptions& options);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_ALL_PAIRS_H_
