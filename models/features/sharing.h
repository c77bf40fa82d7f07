// What pairs of ranks share that send at the same time.
#ifndef COLLTUNE_MODELS_FEATURES_SHARING_H_
#define COLLTUNE_MODELS_FEATURES_SHARING_H_

#include "models/features/link_classes.h"
#include "models/network/network.h"

namespace colltune {

/// Seconds per byte.
struct SharedByteTime {
  double value = 0;  ///< 0: nothing is shared, as far as the samples say
  double half_width = 0;
};

/// What pairs take of what they share: the links of two hosts (kSwitch) or of two sites (kSite);
/// the mean over all that the samples tell, of the largest size and the most pairs. With k pairs at
/// once, of which each sends n messages of m bytes in time(k), and needs n m b on the wire of
/// `network` alone, that is
///   (time(k) - time(1) + n m b) / (k n m)
/// where it takes the k pairs longer than n m b by 5 %.
SharedByteTime SharedByPairs(const NetworkData& data, const Sites& sites, const Network& network,
                             LinkClass link);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_FEATURES_SHARING_H_
