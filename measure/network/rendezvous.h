// Measures, rather than assumes, the message size from which on a send waits for its receiver.
#ifndef COLLTUNE_MEASURE_NETWORK_RENDEZVOUS_H_
#define COLLTUNE_MEASURE_NETWORK_RENDEZVOUS_H_

#include <functional>
#include <optional>
#include <vector>

#include "measure/network/experiments.h"

namespace colltune::measure {

struct RendezvousThreshold {
  /// Smallest size known whose blocking send returns only when its receiver has come; nothing
  /// where sends of all sizes tried are buffered.
  std::optional<Bytes> bytes;
  /// All send calls that `bytes` follows from, in the order in which they were made. A call waited
  /// for its receiver if it took at least half of its delay.
  std::vector<NetworkSample> samples;
};

/// Sends messages of rising size to a receiver that is late by four round trips of the size, and
/// 50 us at least. Sizes grow by factors of eight until a send waits. Bisection to the byte then
/// leaves both the largest buffered and the smallest waiting size among the samples. Assumes that
/// larger messages wait where a smaller one does. `go_on` is called before each send call; where it
/// returns false, the search ends with the result so far. Collective; alike on all ranks.
RendezvousThreshold FindRendezvous(
    NetworkExperiments& experiments, Rank from, Rank to, Bytes least, Bytes most,
    const std::function<bool(Bytes)>& go_on = [](Bytes) { return true; });

/// Tells whether a send call with a delay waited for its receiver.
bool WaitedForReceiver(const NetworkSample& send_call);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_RENDEZVOUS_H_
