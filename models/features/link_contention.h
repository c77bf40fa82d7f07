// Byte times of links that pairs of ranks share when they send at the same time.
#ifndef COLLTUNE_MODELS_FEATURES_LINK_CONTENTION_H_
#define COLLTUNE_MODELS_FEATURES_LINK_CONTENTION_H_

#include "models/features/link_classes.h"
#include "models/network/network.h"

namespace colltune::models {

/// Byte time of a shared link, in seconds per byte.
struct SharedByteTime {
  double value = 0;  ///< 0: nothing is shared, as far as the samples say
  double half_width = 0;
};

/// Infers the byte time of the links of two hosts (kSwitch) or of two sites (kSite) from pairs that
/// share these links. Returns the mean over all links that the samples tell, by the largest size
/// and the most pairs. Let k pairs at once, each of which sends n messages of m bytes, take
/// time(k). Let one pair need n m b on the wire of `network` alone. The byte time then is
///   (time(k) - time(1) + n m b) / (k n m)
/// A link is shared only if the numerator is above n m b by more than 5 %.
SharedByteTime SharedByPairs(const measure::NetworkData& data, const Sites& sites,
                             const Network& network, LinkClass link);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_LINK_CONTENTION_H_
