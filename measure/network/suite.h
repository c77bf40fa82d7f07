// The network experiments that all models together need.
#ifndef COLLTUNE_MEASURE_NETWORK_SUITE_H_
#define COLLTUNE_MEASURE_NETWORK_SUITE_H_

#include <functional>
#include <string>
#include <vector>

#include "measure/network/experiments.h"
#include "measure/network/groups.h"

namespace colltune {

struct SuiteOptions {
  /// Ascending, the first one the size of small messages.
  std::vector<Bytes> sizes = {Bytes{1},       Bytes{64},      Bytes{1 << 10}, Bytes{1 << 12},
                              Bytes{1 << 14}, Bytes{1 << 16}, Bytes{1 << 18}, Bytes{1 << 20}};
  NetworkOptions experiments;
  GroupOptions groups{
      .rule = {.min_reps = 10, .max_reps = 100, .confidence = 0.95, .alpha = 0.025}};
  std::size_t most_pairs = 1000;    ///< of round trips; more are sampled evenly, each rank alike
  int most_ranks_of_triplets = 16;  ///< they grow with the cube of the ranks
  Bytes most_rendezvous{std::int64_t{1} << 22};  ///< the largest size tried for buffering
  /// Of the whole suite, but for the round trips of small messages, which there are at least some
  /// of. Where the network is too slow there are fewer repetitions, 6 at least, then fewer pairs of
  /// ranks, spread evenly, and at last what is left out, which are the largest sizes first.
  Seconds most_time = kUnlimited;

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

/// For a machine that repeats itself, as the simulator does: three repetitions, of which the first
/// may meet a start; nothing at the same time, which saves no virtual time; and no triplets, since
/// fans say the same.
SuiteOptions ExactSuite();

/// Is told the share of the steps that are done and what comes next, and where the time is limited
/// also while steps last; what it throws, on all ranks alike, ends the suite.
using SuiteProgress = std::function<void(double share, const std::string& doing)>;

/// Two ranks of each class of pairs that the places tell apart: the same socket, the same host,
/// different hosts.
std::vector<Pair> Representatives(const std::vector<Place>& places);

/// At all sizes: round trips between all pairs, at the same time where they do not disturb each
/// other and have no host in common; send calls from each rank to the next, to a receiver that is
/// ready, and late receives there; between the Representatives floods (blocking, and of depth 8),
/// delayed floods, overlaps, and the rendezvous threshold. Fans of one to four from each rank, of
/// whom the last answers, and point-to-two, and 1, 2, 4, ... ranks to rank 0, at the smallest, a
/// middle, the largest size, and the largest that the threshold allows; all ranks to rank 0 at
/// sizes that are chosen where the time bends; and 1, 2, 4, ... pairs of ranks i and i + n/2 at
/// once at the two largest sizes. Collective, alike on all ranks; two ranks or more.
NetworkData MeasureNetwork(MPI_Comm comm, const Clock& clock, const SuiteOptions& options,
                           const SuiteProgress& progress);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_SUITE_H_
