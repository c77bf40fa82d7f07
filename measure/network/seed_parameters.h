// Computes the parameters of Bell et al., "An Evaluation of Current High-Performance Networks"
// (IPDPS 2003), from samples: pure functions.
#ifndef COLLTUNE_MEASURE_NETWORK_SEED_PARAMETERS_H_
#define COLLTUNE_MEASURE_NETWORK_SEED_PARAMETERS_H_

#include <optional>
#include <span>

#include "measure/network/samples.h"

namespace colltune::measure {

/// A quantity computed from samples, in two ways, and its interval.
struct Estimated {
  double least = 0;   ///< from the shortest repetitions, as Bell et al. do
  double median = 0;  ///< from the medians
  double low = 0;     ///< from the medians' 95 % intervals: covers more than 95 % where several
  double high = 0;    ///< samples contribute
};

/// Parameters in seconds and bytes.
struct SeedParameters {
  Bytes small;                 ///< message size of EEL, o_s, o_r and g
  Estimated eel;               ///< end-to-end latency: half a round trip
  Estimated send_overhead;     ///< o_s
  Estimated receive_overhead;  ///< o_r
  Estimated gap;               ///< g, at the best depth
  int best_depth = 0;          ///< depth q with the smallest gap
  Bytes large;                 ///< message size of G
  Estimated byte_gap;          ///< G, s/B: (the gap of large messages - g) / (large - small)
  Estimated large_from;        ///< g / G, bytes: least size of a large message
  Estimated overlap;  ///< EEL - (o_s + o_r): time for computation on both sides; may be negative

  /// Tells whether an L with o_s + L + o_r = EEL exists; `overlap` is this L. Where the overheads
  /// take longer than the message, they overlap each other and there is no such L.
  bool HoldsLogP() const { return overlap.least >= 0; }
};

/// Returns the gap between messages in floods of size `bytes` and depth `depth`. The gap is the
/// time of a flood of n messages less that of a flood of one, divided by n - 1: so the first
/// message's latency and the reply cancel. Nothing where either flood is missing.
std::optional<Estimated> FloodGap(std::span<const NetworkSample> samples, Bytes bytes, int depth);

/// Computes all parameters from these samples:
///  - a round trip, a send overlap and a receive overlap of the smallest size;
///  - floods of depths above 0, of one message and of several each: of the smallest size for every
///    depth, and of the largest size for the best depth at least.
/// Throws std::invalid_argument that names the missing experiment.
SeedParameters FindSeedParameters(std::span<const NetworkSample> samples);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_SEED_PARAMETERS_H_
