// Samples of a network for tests that fit models to it.
#ifndef COLLTUNE_TESTS_PAIRWISE_SAMPLES_H_
#define COLLTUNE_TESTS_PAIRWISE_SAMPLES_H_

#include <span>
#include <vector>

#include "algorithms/mpi/unique.h"
#include "measure/network/experiments.h"

namespace colltune {

/// Takes, one after another:
///  - round trips between all pairs of ranks, and floods between ranks 0 and 1, both at each of
///    `sizes`;
///  - the overheads of one byte between ranks 0 and 1.
/// Requires two ranks or more.
inline std::vector<measure::NetworkSample> PairwiseSamples(measure::NetworkExperiments& experiments,
                                                           std::span<const Bytes> sizes) {
  constexpr int kSilence = 4;  // round trips between two messages of a delayed flood
  // Overheads are those of one byte: where the processor moves the data, a longer message would add
  // its transfer.
  constexpr Bytes kSmall{1};
  const int ranks = SizeOf(experiments.comm());
  std::vector<measure::NetworkSample> samples;
  for (const Bytes bytes : sizes) {
    for (Rank from = 0; from < ranks; ++from) {
      for (Rank to = from + 1; to < ranks; ++to) {
        samples.push_back(experiments.RoundTrip(from, to, bytes));
      }
    }
    samples.push_back(experiments.Flood(0, 1, bytes));
  }
  const Seconds round_trip = experiments.RoundTrip(0, 1, kSmall).time;
  samples.push_back(experiments.DelayedFlood(0, 1, kSmall, kSilence * round_trip));
  samples.push_back(experiments.LateReceive(0, 1, kSmall));
  return samples;
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PAIRWISE_SAMPLES_H_
