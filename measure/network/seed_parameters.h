// The parameters of Bell et al., "An Evaluation of Current High-Performance Networks" (IPDPS
// 2003), from samples: pure functions.
#ifndef COLLTUNE_MEASURE_NETWORK_SEED_PARAMETERS_H_
#define COLLTUNE_MEASURE_NETWORK_SEED_PARAMETERS_H_

#include <optional>
#include <span>

#include "measure/network/samples.h"

namespace colltune {

/// A quantity as the shortest repetitions have it, which is how Bell et al. give it; as the
/// medians have it; and the interval that follows from the medians' 95 % intervals: wider than one
/// of 95 %, where several samples have a part in it.
struct Estimated {
  double least = 0;
  double median = 0;
  double low = 0;
  double high = 0;
};

/// In seconds and bytes.
struct SeedParameters {
  Bytes small;                 ///< the size that EEL, o_s, o_r and g are of
  Estimated eel;               ///< end-to-end latency: half a round trip
  Estimated send_overhead;     ///< o_s
  Estimated receive_overhead;  ///< o_r
  Estimated gap;               ///< g, at the best depth
  int best_depth = 0;          ///< q with the smallest gap
  Bytes large;                 ///< the size that G is of
  Estimated byte_gap;          ///< G, s/B: (the gap of large messages - g) / (large - small)
  Estimated large_from;        ///< g / G, bytes: from here on a message counts as large
  Estimated overlap;  ///< EEL - (o_s + o_r): what both processors may do meanwhile; may be negative

  /// Whether o_s + L + o_r = EEL can be: overlap is L then. Where the overheads take longer than
  /// the message, they overlap each other and there is no such L.
  bool HoldsLogP() const { return overlap.least >= 0; }
};

/// The gap between the messages of the floods of that size and depth: the difference of a flood of
/// several and one of a single message over that of their messages, so that the first message's way
/// and the reply drop out. Nothing where there are not both.
std::optional<Estimated> FloodGap(std::span<const NetworkSample> samples, Bytes bytes, int depth);

/// From a round trip, a send overlap and a receive overlap of the smallest size, and floods with
/// depths above 0 of one message and of several, each of the smallest size for every depth and of
/// the largest one for the best depth at least.
/// Throws std::invalid_argument that names the experiment which is missing.
SeedParameters FindSeedParameters(std::span<const NetworkSample> samples);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_SEED_PARAMETERS_H_
