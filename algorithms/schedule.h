// A schedule: what one rank does in a collective operation, as plain data.
//
// A schedule knows no clock, no network and no MPI. The runner performs it, the verifier proves it,
// the path finder and the simulator read it.
#ifndef COLLTUNE_ALGORITHMS_SCHEDULE_H_
#define COLLTUNE_ALGORITHMS_SCHEDULE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/shape.h"

namespace colltune {

/// Memory that a rank's schedule names. buffers.h gives the length of each in each collective.
enum class Buffer : unsigned char {
  kInput,    ///< the data that the caller sends; never written
  kOutput,   ///< the data that the caller receives; the only buffer of a broadcast
  kScratch,  ///< temporary data, as much as the schedule uses; unset at first
  kSlots,    ///< likewise; each element holds a block of any size, and its size (agreement.h)
  kParts,    ///< no memory: blocks that lie apart and are one message (Schedule::PartsOf)
};

/// Whether a buffer is memory of the schedule's own, and not of its caller.
constexpr bool IsTemporary(Buffer buffer) {
  return buffer == Buffer::kScratch || buffer == Buffer::kSlots;
}

/// Elements [first, first + count) of one of a rank's buffers.
struct Block {
  Buffer buffer = Buffer::kOutput;
  std::int64_t first = 0;
  std::int64_t count = 0;

  constexpr Block Element(std::int64_t i) const { return {buffer, first + i, 1}; }
  friend bool operator==(const Block&, const Block&) = default;
};

constexpr Block Input(std::int64_t first, std::int64_t count) {
  return {Buffer::kInput, first, count};
}
constexpr Block Output(std::int64_t first, std::int64_t count) {
  return {Buffer::kOutput, first, count};
}
constexpr Block Scratch(std::int64_t first, std::int64_t count) {
  return {Buffer::kScratch, first, count};
}
constexpr Block Slots(std::int64_t first, std::int64_t count) {
  return {Buffer::kSlots, first, count};
}
/// Block of a message without data, which only says "now".
inline constexpr Block kNothing{};

/// One side of a point-to-point message.
struct Message {
  enum class Side : unsigned char { kReceive, kSend };
  Side side;
  Rank peer;
  Block block;  ///< its count is that of the message, even if the message has several parts

  friend bool operator==(const Message&, const Message&) = default;
};

/// Local operation of a rank, on blocks of equal length.
struct Step {
  enum class Kind : unsigned char {
    kCopy,    ///< into = from
    kReduce,  ///< into = from (op) into: `from` is the left operand, of the lower ranks
  };
  Kind kind;
  Block from;
  Block into;

  friend bool operator==(const Step&, const Step&) = default;
};

/// All messages of a round are in flight together: its receives are posted first, then its sends
/// are started in their order. When all are complete, the steps are performed in their order, and
/// the round ends.
struct Round {
  std::span<const Message> messages;  ///< the receives and then the sends
  std::span<const Step> steps;
};

/// Rounds of one rank:
/// - A block that is received into overlaps no other block of the messages of its round.
/// - Messages from one rank to another match in the order in which they are started.
/// - A round has at most one message to each rank and one from each. Blocks that lie apart go
///   together, which costs one latency. So no message can overtake another, as SimGrid lets a short
///   message do.
class Schedule {
 public:
  /// Adds a message to the current round. Throws std::logic_error for a receive after a send and
  /// for a message after a step.
  Schedule& Receive(Rank from, Block into);
  Schedule& Send(Rank to, Block from);

  /// Adds a message of several blocks, its parts, one after the other. Parts that follow one
  /// another in memory become one; parts without elements are left out.
  Schedule& Receive(Rank from, std::span<const Block> into);
  Schedule& Send(Rank to, std::span<const Block> from);

  /// Adds a step to the current round; a step of blocks without elements is left out. Throws
  /// std::logic_error for blocks of different length.
  Schedule& Copy(Block from, Block into);
  Schedule& Reduce(Block from, Block into);

  /// Ends the current round; does nothing when it is empty.
  Schedule& NextRound();

  /// Adds the rounds of `part`, a schedule of this rank, after the current round, with each block
  /// moved to `place(block)`. So algorithms are composed of others.
  Schedule& Append(const Schedule& part, const std::function<Block(const Block&)>& place);

  /// Adds the rounds of `part` with each block where it is.
  Schedule& Append(const Schedule& part);

  /// Says that the messages are segments of streams that flow at the same time. A rank that runs
  /// ahead (program.h) then posts its receives ahead whatever others send to it.
  Schedule& Stream();
  bool is_streaming() const { return is_streaming_; }

  /// Says that each send of the source is complete only when it is received, if it runs ahead. It
  /// has all segments from the beginning. Without a pace all would be under way together, share its
  /// line, and the first would arrive hardly before the last.
  Schedule& PaceSource();

  /// Whether sends are paced: those of a source, which sends before it receives anything.
  bool is_paced() const {
    return paces_source_ && !messages_.empty() && messages_.front().side == Message::Side::kSend;
  }

  /// Replaces each peer by the rank at that index.
  Schedule& Rename(std::span<const Rank> rank_at);

  std::size_t rounds() const { return ends_.size() + (Open() ? 1 : 0); }

  /// Round 0 <= i < rounds(). Valid until the schedule changes.
  Round round(std::size_t i) const {
    const End begin = i == 0 ? End{} : ends_[i - 1];
    const End end = i < ends_.size() ? ends_[i] : Now();
    return {{messages_.data() + begin.messages, end.messages - begin.messages},
            {steps_.data() + begin.steps, end.steps - begin.steps}};
  }

  /// All messages, round after round.
  std::span<const Message> messages() const { return messages_; }

  /// All steps, round after round.
  std::span<const Step> steps() const { return steps_; }

  /// Returns the blocks of memory of one of this schedule's messages, at least one. Valid as long
  /// as the message, and until the schedule changes.
  std::span<const Block> PartsOf(const Message& message) const {
    if (message.block.buffer != Buffer::kParts) [[likely]]
      return {&message.block, 1};
    return SeveralPartsOf(message);
  }

  /// The elements of Buffer::kScratch that are used: [0, scratch()).
  std::int64_t scratch() const { return Used(Buffer::kScratch); }

  /// The elements of Buffer::kSlots that are used: [0, slots()).
  std::int64_t slots() const { return Used(Buffer::kSlots); }

  /// Returns the memory that this schedule takes.
  Bytes memory() const;

  friend bool operator==(const Schedule& a, const Schedule& b);

 private:
  struct End {  // one past the last of a closed round
    std::uint32_t messages = 0;
    std::uint32_t steps = 0;
  };

  End Now() const {
    return {static_cast<std::uint32_t>(messages_.size()),
            static_cast<std::uint32_t>(steps_.size())};
  }
  End Closed() const { return ends_.empty() ? End{} : ends_.back(); }
  bool Open() const {
    return messages_.size() > Closed().messages || steps_.size() > Closed().steps;
  }
  /// A block that stands for all of `parts`.
  Block Joined(std::span<const Block> parts);
  std::span<const Block> SeveralPartsOf(const Message& message) const;
  std::int64_t Used(Buffer buffer) const;
  Schedule& Add(Message message);
  Schedule& Add(Step step);

  std::vector<Message> messages_;
  std::vector<Block> parts_;  // of messages with several: their block is {kParts, first part, _}
  std::vector<Step> steps_;
  std::vector<End> ends_;
  bool is_streaming_ = false;
  bool paces_source_ = false;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_SCHEDULE_H_
