// Round trips between all pairs of ranks.
#ifndef COLLTUNE_MEASURE_NETWORK_ALL_PAIRS_H_
#define COLLTUNE_MEASURE_NETWORK_ALL_PAIRS_H_

#include "measure/network/groups.h"

namespace colltune::measure {

/// Three arrays over the pairs i < j, at PairIndex(i, j), as MPIBlib returns them (Lastovetsky,
/// Rychkov & O'Flynn, EuroPVM/MPI 2008, section 3), and whether pairs were timed in parallel.
struct AllPairs {
  std::vector<Seconds> times;    ///< median of one round trip
  std::vector<int> repetitions;  ///< number of repetitions of the pair
  std::vector<double> errors;    ///< half the median's confidence interval over the median
  bool parallel = false;         ///< false: one pair after another
  double worst_ratio = 0;        ///< as in GroupTimes
  Group worst_pair;
};

/// Returns the index of the pair i < j in the order 01, 02, ..., 12, 13, ...
std::size_t PairIndex(Rank i, Rank j, int ranks);

/// Times `there` bytes from i to j and `back` bytes back, for all pairs i < j; timed by i. Where
/// `options` allow it, the pairs of a round of PairRounds are timed in parallel. Collective, as
/// TimeGroups.
AllPairs TimeAllPairs(MPI_Comm comm, const Clock& clock, Bytes there, Bytes back,
                      const GroupOptions& options);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_ALL_PAIRS_H_
