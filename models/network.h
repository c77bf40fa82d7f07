// A network model: what one message costs.
#ifndef COLLTUNE_MODELS_NETWORK_H_
#define COLLTUNE_MODELS_NETWORK_H_

#include "algorithms/shape.h"
#include "algorithms/units.h"

namespace colltune {

/// The times of one message, in the order in which they pass; none is negative. The symbols are
/// those of LogGP, for m bytes, (m-1)G being 0 for m = 0. A message waits before its transfer
/// until its port is open, and before its receive_overhead until the receiver's processor is free.
///
///   sender's processor  |- send_overhead -|
///   sender's port                         |---- transfer ----|- (port closed until `gap`) -|
///   wire                                  |--------- transfer + latency ---------|
///   receiver's processor                                                         |-
///   receive_overhead -|
struct MessageCost {
  Seconds send_overhead{};  ///< o_s: the sending processor is busy
  Seconds transfer{};       ///< (m-1)G: the message leaves the port; then its buffer is free
  Seconds gap{};  ///< g + (m-1)G: from the start of a transfer until the port may start the next
  Seconds latency{};           ///< L: on the wire
  Seconds receive_overhead{};  ///< o_r: the receiving processor is busy
};

/// Implementations have no state that changes: they may be used by any thread.
class Network {
 public:
  virtual ~Network() = default;

  /// Requires from != to, both ranks of the job that the model was fitted for, bytes >= 0.
  virtual MessageCost Cost(Rank from, Rank to, Bytes bytes) const = 0;
};

}  // namespace colltune

#endif  // COLLTUNE_MODELS_NETWORK_H_
