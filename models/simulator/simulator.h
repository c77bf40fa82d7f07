// Predicts when each rank finishes a schedule on a network.
#ifndef COLLTUNE_MODELS_SIMULATOR_SIMULATOR_H_
#define COLLTUNE_MODELS_SIMULATOR_SIMULATOR_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/program.h"
#include "models/network/network.h"

namespace colltune::models {

/// Returns the finish time of every rank when all start at 0. `element` is the size of one element
/// of the schedules' blocks. Requires one schedule for each rank, and schedules that Verify finds
/// right. Throws std::logic_error for a deadlock; the text names a rank and the rank that it waits
/// for. May be called by any thread.
///
/// Each rank has one processor, which works on its messages one after another, and one port to
/// send through. Messages are buffered: a send needs no posted receive (eager). In a round the
/// processor
///  1. posts the receives, which takes no time,
///  2. spends the send_overhead of each send in order. Each transfer starts when its overhead is
///     spent and the port is open: `gap` after the start of the transfer before it, of whichever
///     round. The processor does not wait for the port;
///  3. spends the receive_overhead of each receive, in the order in which they are posted, as the
///     runner waits for them, and not before the message has arrived. That is `latency` after the
///     end of its transfer, and `receive_gap` after the arrival before it at this rank, or later;
///  4. waits until the transfers of all its sends have ended, and their buffers are free.
/// The nth message from one rank to another meets the nth receive there, and costs what its
/// sender's block says. The messages of a round pass the receiver's port in the order of their
/// arrival there; across rounds the order of the rounds counts. The copies and reductions of a
/// round take no time.
///
/// Takes time in proportion to the messages, though those of one round are sorted at a receiver's
/// port. Takes memory, beyond the schedules, in proportion to the ranks, the messages that are sent
/// and not yet received, and the receives of each rank's largest round.
///
/// On a network with shared links, rendezvous or incast, events are played in the order of time,
/// which takes longer. These rules then also hold:
///  - Messages reach the receiver's port in the order of time, also across rounds.
///  - A send that is not the only message of its round also spends the nonblocking_overhead.
///  - A rendezvous starts when its send_overhead is spent, the receiver has begun the round of the
///    receive that it meets, and the port is open; its buffer is free when it has arrived. A port
///    is taken by the transfer that can start first.
///  - A message that crosses links starts as the others; then `latency` passes, and then its bytes
///    flow over all its links at one rate, at most bytes / transfer. Links divide their rate
///    max-min fairly at every moment (models/simulator/fair_sharing.h), with weights of 1 /
///    latency, as connections of TCP share a line (Velho, Schnorr, Casanova & Legrand, "On the
///    validity of flow-level TCP network models for grid and cloud simulations", TOMACS 23, 2013).
///    The message has arrived when all bytes have flowed. Transfers of one sender may overlap, so
///    its port closes for `gap` - `transfer` only. A message of no bytes, or of a route without
///    links, takes its `transfer`.
///  - An eager message may be dropped and sent again; see Incast.
///  - On a network with links the buffer of an eager message is free when its send_overhead is
///    spent: the library has copied it. (On others it is free when the transfer has ended.)
/// Each time a flow begins or ends, all flows that links join to it, over others, are looked at.
///
/// A rank with a program of its own in `programs` (an empty one, or none: RoundByRound) performs it
/// instead, and its phases take the place of rounds: a phase posts receives, starts sends, and
/// waits for what its program says. See Phases.
std::vector<Seconds> Simulate(std::span<const Schedule> schedules, Bytes element,
                              const Network& network, std::span<const Program> programs = {});

/// Activity of a rank's processor for a while.
struct Activity {
  enum class Kind : unsigned char {
    kSend,          ///< the overhead of a send
    kReceive,       ///< the overhead of a receive
    kAwaitMessage,  ///< none of the messages that this round still receives is there
    kAwaitBuffers,  ///< the transfers of this rank's sends have not ended
    kLocal,         ///< copies and reductions between two rounds
  };
  Kind kind;
  std::uint32_t round;
  Seconds begin;
  Seconds end;

  friend bool operator==(const Activity&, const Activity&) = default;
};

/// Activities of one rank from 0 until it finishes: each activity begins when the one before ends.
/// Activities that take no time are left out.
using Timeline = std::vector<Activity>;

/// Runs the same simulation, and returns the activities of every rank. The last activity of a rank
/// ends at the finish time that Simulate gives. Takes memory in proportion to the messages.
std::vector<Timeline> Trace(std::span<const Schedule> schedules, Bytes element,
                            const Network& network, std::span<const Program> programs = {});

/// Step of the critical path: a part of the reason why the last rank finishes no earlier.
struct PathStep {
  enum class Kind : unsigned char {
    kSend,         ///< `rank` spends the overhead of a send to `peer`
    kReceive,      ///< `rank` spends the overhead of a receive from `peer`
    kWire,         ///< a message from `rank` to `peer` is under way, or in its buffer
    kPort,         ///< the port of `rank` is closed after a message to `peer`
    kReceivePort,  ///< the port of `rank` is closed after a message from `peer`
    kLocal,        ///< `rank` copies and reduces; `peer` is itself
  };
  Kind kind;
  Rank rank;
  Rank peer;
  std::uint32_t round;  ///< of the rank that sends the message, for kReceive of `rank`
  Seconds begin;
  Seconds end;

  friend bool operator==(const PathStep&, const PathStep&) = default;
};

/// Returns the critical path of the same simulation, from 0 to the finish of the last rank (the
/// first of several). Each step begins when the one before ends. Steps that take no time are left
/// out. Takes memory in proportion to the messages.
std::vector<PathStep> CriticalPath(std::span<const Schedule> schedules, Bytes element,
                                   const Network& network, std::span<const Program> programs = {});

/// Returns the time at which the last rank finishes `problem`, whose blocks have problem.elements
/// elements of problem.element bytes each. Ranks run ahead where the runner does: see AheadOf and
/// IsWorthAhead. Where ranks agree on the largest block first (algorithms/agreement.h), the time is
/// that of the agreement and that of the schedule, as if all ranks began the schedule together.
/// Requires an algorithm of colltune that does not decline `problem`. May be called by any thread.
///
/// Schedules are built again and again, a window of rounds at a time. So memory grows with the
/// ranks, not with their messages. Only two whole schedules, and a round of each rank, are held.
Seconds Predict(const Choice& choice, const Shape& problem, const Network& network);

/// Returns the time of Predict if it is `limit` at most, else nothing. Takes only as long as to
/// simulate up to `limit`.
std::optional<Seconds> PredictWithin(const Choice& choice, const Shape& problem,
                                     const Network& network, Seconds limit);

/// Returns the time at which the last rank of several communicators finishes, which begin `choice`
/// together, if it is `limit` at most; else nothing. Communicator i performs problems[i]; all have
/// the same number of ranks, element and collective. The ranks of `network` are those of the first
/// communicator, then those of the second, and so on: their messages meet on its shared links and
/// in its switches. Requires as Predict.
std::optional<Seconds> PredictSiblings(const Choice& choice, std::span<const Shape> problems,
                                       const Network& network, Seconds limit);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_SIMULATOR_H_
