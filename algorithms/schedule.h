// A schedule: what one rank does in a collective operation, as plain data.
//
// It knows no clock, no network and no MPI. The runner performs it, the verifier proves it, the
// path finder and the simulator read it.
#ifndef COLLTUNE_ALGORITHMS_SCHEDULE_H_
#define COLLTUNE_ALGORITHMS_SCHEDULE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/shape.h"

namespace colltune {

/// Elements [first, first + count) of a rank's buffer.
struct Block {
  std::int64_t first = 0;
  std::int64_t count = 0;

  friend bool operator==(const Block&, const Block&) = default;
};

/// One side of a point-to-point message.
struct Message {
  enum class Side : unsigned char { kReceive, kSend };
  Side side;
  Rank peer;
  Block block;

  friend bool operator==(const Message&, const Message&) = default;
};

/// The rounds of one rank. All messages of a round are in flight together: its receives are
/// posted first, then its sends are started in their order, and the round ends when all are
/// complete. A block that is received into overlaps no other block of the same round.
/// Messages from one rank to another match in the order in which they are started.
class Schedule {
 public:
  /// Adds a message to the current round. Throws std::logic_error for a receive after a send.
  Schedule& Receive(Rank from, Block into);
  Schedule& Send(Rank to, Block from);

  /// Ends the current round; does nothing when it is empty.
  Schedule& NextRound();

  std::size_t rounds() const { return ends_.size() + (Open() ? 1 : 0); }

  /// The receives and then the sends of round 0 <= i < rounds(). Valid until the schedule changes.
  std::span<const Message> round(std::size_t i) const;

  /// All messages, round after round.
  std::span<const Message> messages() const { return messages_; }

  friend bool operator==(const Schedule& a, const Schedule& b);

 private:
  bool Open() const { return messages_.size() > (ends_.empty() ? 0 : ends_.back()); }

  std::vector<Message> messages_;
  std::vector<std::size_t> ends_;  // one past the last message of each closed round
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_SCHEDULE_H_
