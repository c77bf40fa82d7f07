// Measures the network by the experiments that all models together need.
#ifndef COLLTUNE_MEASURE_NETWORK_SUITE_H_
#define COLLTUNE_MEASURE_NETWORK_SUITE_H_

#include <functional>
#include <string>
#include <vector>

#include "measure/network/experiments.h"
#include "measure/network/groups.h"

namespace colltune::measure {

struct SuiteOptions {
  /// Message sizes, ascending; the first is the size of small messages.
  std::vector<Bytes> sizes = {Bytes{1},       Bytes{64},      Bytes{1 << 10}, Bytes{1 << 12},
                              Bytes{1 << 14}, Bytes{1 << 16}, Bytes{1 << 18}, Bytes{1 << 20}};
  NetworkOptions experiments;
  GroupOptions groups{
      .rule = {.min_reps = 10, .max_reps = 100, .confidence = 0.95, .alpha = 0.025}};
  std::size_t most_pairs = 1000;    ///< of round trips; more are sampled evenly, each rank alike
  int most_ranks_of_triplets = 16;  ///< more ranks have none: triplets grow with their cube
  Bytes most_rendezvous{std::int64_t{1} << 22};  ///< largest size of the search for the threshold
  /// Time limit of the whole suite; one round of small messages' round trips is timed in any case.
  /// Where the network is too slow the suite does less, in this order:
  ///  1. fewer repetitions, 6 at least;
  ///  2. fewer pairs of ranks, spread evenly;
  ///  3. experiments left out, the largest sizes first.
  Seconds most_time = kUnlimited;

  /// Returns round trips to time next, in the light of all samples; none when they are enough.
  /// Called on all ranks with the same samples, and returns alike; may be empty. Not called where
  /// most_pairs are all pairs.
  std::function<TripsWanted(const NetworkData& data)> trips = nullptr;

  /// Returns streams to time in the light of all samples but these. Called on all ranks with the
  /// same samples, and returns alike; may be empty.
  std::function<std::vector<StreamsWanted>(const NetworkData& data)> design = nullptr;

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

/// Returns options for a machine that repeats itself exactly, as the simulator does:
///  - three repetitions, of which the first may include start-up costs;
///  - nothing at the same time, which saves no virtual time;
///  - no triplets, since fans say the same.
SuiteOptions ExactSuite();

/// Called before each step with the share of steps that are done and the name of the next one;
/// where time is limited also during steps. An exception that it throws, on all ranks alike, ends
/// the suite.
using SuiteProgress = std::function<void(double share, const std::string& doing)>;

/// Returns two pairs of ranks of each class that the places tell apart: the same socket, the same
/// host, different hosts. A class with fewer pairs contributes all of them.
std::vector<Pair> Representatives(const std::vector<Place>& places);

/// Measures, at all sizes:
///  - round trips between all pairs, most_pairs at most, at the same time where they do not disturb
///    each other and have no host in common;
///  - send calls from each rank to the next, to a receiver that is ready, and late receives there;
///  - between the Representatives: floods (blocking, and of depth 8), delayed floods and overlaps.
/// Then between the Representatives the rendezvous threshold; where all sizes wait, calls of empty
/// messages from each rank to the next. Then the round trips that `trips` asks for, again and
/// again; and copies and reductions of the largest size at the first rank of each host. Then, at
/// the smallest, a middle and the largest size, and at the largest size below the threshold:
///  - fans of one to four from each rank, of whom the last answers;
///  - point-to-two, up to most_ranks_of_triplets ranks;
///  - 1, 2, 4, ... ranks to rank 0.
/// And finally:
///  - all ranks to rank 0, at sizes that are chosen where the time bends;
///  - 1, 2, 4, ... pairs of ranks i and i + n/2 at once, at the two largest sizes;
///  - the streams that `design` asks for.
/// Collective, alike on all ranks; two ranks or more. Throws std::invalid_argument.
NetworkData MeasureNetwork(MPI_Comm comm, const Clock& clock, const SuiteOptions& options,
                           const SuiteProgress& progress);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_SUITE_H_
