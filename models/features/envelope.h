// Bytes that messages carry beyond their data.
#ifndef COLLTUNE_MODELS_FEATURES_ENVELOPE_H_
#define COLLTUNE_MODELS_FEATURES_ENVELOPE_H_

#include "models/features/host_tree.h"

namespace colltune::models {

/// Returns the bytes that each message carries beyond its data (headers): with them taken off the
/// latencies, each times its pair's byte time, hosts have siblings most exactly. 0 if all pairs
/// have one byte time, which tells none. Looks at 64 hosts at most, spread evenly, and at the 64
/// nearest partners of each. resolution: the least difference of latencies that tells anything, in
/// seconds, above 0.
int FindEnvelope(const PairMatrix& latency, const PairMatrix& byte_time, double resolution);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_ENVELOPE_H_
