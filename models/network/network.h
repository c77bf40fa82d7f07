// A network model: the cost of one message, and the links that messages share.
#ifndef COLLTUNE_MODELS_NETWORK_NETWORK_H_
#define COLLTUNE_MODELS_NETWORK_NETWORK_H_

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "algorithms/shape.h"
#include "algorithms/units.h"

namespace colltune::models {

/// The times of one message, in the order in which they pass; none is negative. The symbols are
/// those of LogGP, for m bytes, (m-1)G being 0 for m = 0. A message waits before its transfer
/// until its port is open, and before its receive_overhead until the receiver's processor is free.
///
///   sender's processor  |- send_overhead -|
///   sender's port                         |---- transfer ----|- (port closed until `gap`) -|
///   wire                                  |--------- transfer + latency ---------|
///   receiver's port                              |--------- receive_gap ---------|
///   receiver's processor                                                         |-
///   receive_overhead -|
struct MessageCost {
  Seconds send_overhead{};  ///< o_s: the sending processor is busy
  Seconds transfer{};       ///< (m-1)G: the message leaves the port; then its buffer is free
  Seconds gap{};  ///< g + (m-1)G: from the start of a transfer until the port may start the next
  Seconds latency{};           ///< L: on the wire
  Seconds receive_gap{};       ///< least time since the arrival before this one
  Seconds receive_overhead{};  ///< o_r: the receiving processor is busy
  /// The transfer starts when the receive is posted, not before, and the send is complete when the
  /// message has arrived. Otherwise the message is buffered (eager).
  bool rendezvous = false;
  /// Further send_overhead where the round has other messages, too: of nonblocking sends. SMPI has
  /// it of a rendezvous alone.
  Seconds nonblocking_overhead{};
  double envelope = 0;  ///< bytes that it carries beyond its own on links, and in switches
};

/// Link that several messages may cross at the same time: a port, a node's adapter, the line
/// between two sites. A link carries bytes at one rate, in all. Messages that want more are slowed
/// down, max-min fairly with weights of 1 / latency.
struct SharedLink {
  std::string name;
  double byte_time = 0;  ///< seconds per byte, above 0
};

/// The shared links that a message crosses: indices into Network::Links().
struct Route {
  std::array<std::int32_t, 12> links{};  ///< in any order
  std::int32_t count = 0;
};

/// Buffer that a switch keeps for each host. An eager message is dropped, and arrives `delay`
/// later, if the switch still keeps others for the same host, and it would make them more than
/// `buffer`. This is TCP's incast, by which gathers escalate (Lastovetsky & O'Flynn, "A Performance
/// Model of Many-to-One Collective Communications for Parallel Computing", IPDPS 2007).
struct Incast {
  Bytes buffer{std::numeric_limits<std::int64_t>::max()};
  Seconds delay{};
};

/// A switch's port to a host, which passes on what it keeps at the rate of the host's link.
struct SwitchPort {
  int host = 0;          ///< a number; messages to ranks of the same host meet
  double byte_time = 0;  ///< seconds per byte; 0: it keeps nothing
};

/// Seconds per byte that a rank's processor takes for the steps of a schedule.
struct LocalCost {
  double copy = 0;
  double reduce = 0;

  explicit operator bool() const { return copy > 0 || reduce > 0; }
};

/// Implementations have no state that changes: they may be used by any thread.
class Network {
 public:
  virtual ~Network() = default;

  /// Returns the cost of one message. Requires from != to, both ranks of the job that the model was
  /// fitted for, bytes >= 0. On a network with shared links, `transfer` is the time on links that
  /// carry nothing else.
  virtual MessageCost Cost(Rank from, Rank to, Bytes bytes) const = 0;

  /// Returns the shared links; none if messages meet at ports only.
  virtual std::span<const SharedLink> Links() const { return {}; }

  /// Returns the shared links that a message crosses. Requires as Cost.
  virtual Route RouteOf(Rank /*from*/, Rank /*to*/) const { return {}; }

  /// Returns what copies and reductions take at a rank; by default nothing.
  virtual LocalCost LocalCostOf(Rank /*rank*/) const { return {}; }

  /// Whether LocalCostOf may be more than nothing.
  virtual bool HasLocalCost() const { return false; }

  /// Returns the limit above which a switch drops messages; the default drops none.
  virtual Incast IncastLimit() const { return {}; }

  /// Returns the switch's port to a rank's host. Used where IncastLimit has a delay.
  virtual SwitchPort PortTo(Rank to) const { return {.host = to}; }

  /// Returns the site of a rank's host, from 0 on, if the model tells sites apart.
  virtual int SiteOf(Rank /*rank*/) const { return 0; }

  /// Whether Cost may say `rendezvous`.
  virtual bool HasRendezvous() const { return false; }
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_NETWORK_NETWORK_H_
