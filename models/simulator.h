// Predicts when each rank finishes a schedule on a network.
#ifndef COLLTUNE_MODELS_SIMULATOR_H_
#define COLLTUNE_MODELS_SIMULATOR_H_

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/algorithm.h"
#include "models/network.h"

namespace colltune {

/// The finish time of every rank when all start at 0. `element` is the size of one element of the
/// schedules' blocks. Requires one schedule for each rank, and schedules that Verify finds right:
/// with a deadlock it throws std::logic_error that names a rank and the one it waits for.
/// May be called by any thread.
///
/// Each rank has one processor, which works on its messages one after another, and one port to
/// send through. Messages are buffered: a send needs no posted receive (eager). In a round the
/// processor
///  1. posts the receives, which takes no time,
///  2. spends the send_overhead of each send in order. Each transfer starts when its overhead is
///     spent and the port is open: `gap` after the start of the transfer before it, of whichever
///     round. The processor does not wait for the port;
///  3. spends the receive_overhead of each receive, in the order in which the messages arrive and
///     not before they have. A message has arrived `latency` after the end of its transfer, and
///     `receive_gap` after the arrival before it at this rank, or later;
///  4. waits until the transfers of all its sends have ended, and their buffers are free.
/// The nth message from one rank to another meets the nth receive there, and costs what its
/// sender's block says. The messages of a round pass the receiver's port in the order in which they
/// come there; across rounds the order of the rounds counts. The copies and reductions of a round
/// take no time.
///
/// Takes time in proportion to the messages (the receives of one round are sorted, though), and
/// memory, beyond the schedules, in proportion to the ranks, the messages that are sent and not
/// yet received, and the receives of each rank's largest round.
std::vector<Seconds> Simulate(std::span<const Schedule> schedules, Bytes element,
                              const Network& network);

/// What the processor of a rank does for a while.
struct Activity {
  enum class Kind : unsigned char {
    kSend,          ///< the overhead of a send
    kReceive,       ///< the overhead of a receive
    kAwaitMessage,  ///< none of the messages that this round still receives is there
    kAwaitBuffers,  ///< the transfers of this rank's sends have not ended
  };
  Kind kind;
  std::uint32_t round;
  Seconds begin;
  Seconds end;

  friend bool operator==(const Activity&, const Activity&) = default;
};

/// What one rank does from 0 until it finishes: each activity begins when the one before ends.
/// Those that take no time are left out.
using Timeline = std::vector<Activity>;

/// The same simulation, with all that every rank does: the last activity of a rank ends at the
/// finish time that Simulate gives. Takes memory in proportion to the messages.
std::vector<Timeline> Trace(std::span<const Schedule> schedules, Bytes element,
                            const Network& network);

/// The time at which the last rank finishes on `shape`, with elements of shape.element bytes.
/// Requires Declines(choice, shape).empty(). May be called by any thread.
Seconds Predict(const Choice& choice, const Shape& shape, const Network& network);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_SIMULATOR_H_
