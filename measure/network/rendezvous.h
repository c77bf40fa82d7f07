// From which size on a send waits for its receiver: found, not assumed.
#ifndef COLLTUNE_MEASURE_NETWORK_RENDEZVOUS_H_
#define COLLTUNE_MEASURE_NETWORK_RENDEZVOUS_H_

#include <functional>
#include <optional>
#include <vector>

#include "measure/network/experiments.h"

namespace colltune {

struct RendezvousThreshold {
  /// The smallest size known whose blocking send returns only when its receiver has come; nothing
  /// where those up to the largest that was tried are all buffered.
  std::optional<Bytes> bytes;
  /// All send calls that it follows from, in the order in which they were made. A call waited for
  /// its receiver if it took at least half of its delay.
  std::vector<NetworkSample> samples;
};

/// Sends of rising sizes to a receiver that is late by `delay`, many times what the message takes:
/// sizes eight times one another until one waits, and then by bisection to the byte, so that
/// the two sizes that decide are among the samples. Takes for granted that larger messages wait
/// where a smaller one does. Where `go_on`, which is asked before each send call, says no, the
/// search ends with what is known. Collective; alike on all ranks.
RendezvousThreshold FindRendezvous(
    NetworkExperiments& experiments, Rank from, Rank to, Bytes least, Bytes most,
    const std::function<bool(Bytes)>& go_on = [](Bytes) { return true; });

/// Whether a send call with a delay waited for its receiver.
bool WaitedForReceiver(const NetworkSample& send_call);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_RENDEZVOUS_H_
