// Common parts of the two engines of the simulator.
#ifndef COLLTUNE_MODELS_SIMULATOR_SCHEDULE_SOURCE_H_
#define COLLTUNE_MODELS_SIMULATOR_SCHEDULE_SOURCE_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/algorithm.h"
#include "models/simulator/simulator.h"

namespace colltune::models {

/// The number that a recorder gave to a message.
using MessageNumber = std::uint32_t;
inline constexpr MessageNumber kNoMessage = std::numeric_limits<MessageNumber>::max();

/// Reason why the transfer of a message starts no earlier.
enum class Hold : unsigned char {
  kSender,    ///< the sender's processor
  kPort,      ///< the sender's port, which the message `before` has closed
  kReceiver,  ///< a receive that is not posted yet
};

/// A message as its sender starts it.
struct Passage {
  Rank from;
  Rank to;
  std::uint32_t round;  ///< of the sender
};

/// Recorder that keeps nothing, and costs nothing.
class NoRecorder {
 public:
  /// Notes that `rank` does `activity`, on `message` or while waiting for `message`.
  void Note(Rank /*rank*/, const Activity& /*activity*/, MessageNumber /*message*/) {}
  /// Notes that a message starts; returns its number.
  MessageNumber Start(const Passage& /*passage*/) { return 0; }
  /// Notes that a transfer starts, held back until then by `hold`; by the message `before` if by
  /// the port.
  void Begin(MessageNumber /*message*/, Seconds /*start*/, Hold /*hold*/,
             MessageNumber /*before*/) {}
  /// Notes that a message arrives no earlier than `time`: `before` has closed the receiver's port.
  void Delay(MessageNumber /*message*/, Seconds /*time*/, MessageNumber /*before*/) {}
  /// Notes that a message arrives at `time`.
  void Arrive(MessageNumber /*message*/, Seconds /*time*/) {}
};

/// Whole schedules, one for each rank, as an engine reads them.
class WholeSchedules {
 public:
  explicit WholeSchedules(std::span<const Schedule> schedules) : schedules_(schedules) {}

  std::size_t ranks() const { return schedules_.size(); }
  std::size_t rounds(Rank rank) const { return Of(rank).rounds(); }
  /// Valid until the next call for the same rank.
  std::span<const Message> Messages(Rank rank, std::size_t round) const {
    return Of(rank).round(round).messages;
  }

 private:
  const Schedule& Of(Rank rank) const { return schedules_[static_cast<std::size_t>(rank)]; }

  std::span<const Schedule> schedules_;
};

/// Windows of the schedules of a choice: the messages of some rounds of each rank, without where
/// their parts lie. A schedule is built again when its window is used up. Memory grows with the
/// ranks. Memory grows with a schedule's messages only by its largest round, and by the one
/// schedule that is being built.
class ScheduleWindows {
 public:
  /// Messages that are kept of each rank, or one round: 4096 ranks take 128 MiB, and a schedule of
  /// a message to and from each of 4096 ranks is built 8 times.
  static constexpr std::size_t kMessages = 1024;

  /// Requires Declines(choice, shape).empty(), and that `choice` lives longer.
  ScheduleWindows(const Choice& choice, const Shape& shape, std::size_t messages = kMessages)
      : choice_(choice),
        shape_(shape),
        messages_(messages),
        windows_(static_cast<std::size_t>(shape.ranks)) {}

  std::size_t ranks() const { return windows_.size(); }
  std::size_t rounds(Rank rank) {
    Window& window = Of(rank);
    if (!window.is_built) Build(rank, 0);
    return window.rounds;
  }
  /// Returns the messages of a round. Rounds are read from the first to the last, some more than
  /// once in turn. Valid until the next call for the same rank.
  std::span<const Message> Messages(Rank rank, std::size_t round) {
    Window& window = Of(rank);
    if (round - window.first >= window.ends.size()) Build(rank, round);
    const std::size_t i = round - window.first;
    const std::size_t begin = i == 0 ? 0 : window.ends[i - 1];
    return std::span<const Message>(window.messages).subspan(begin, window.ends[i] - begin);
  }

 private:
  struct Window {
    std::vector<Message> messages;    // of these rounds
    std::vector<std::uint32_t> ends;  // of the rounds' messages
    std::size_t first = 0;            // round
    std::size_t rounds = 0;           // of the whole schedule
    bool is_built = false;
  };

  Window& Of(Rank rank) { return windows_[static_cast<std::size_t>(rank)]; }

  void Build(Rank rank, std::size_t first) {
    const Schedule whole = choice_.algorithm->build(shape_, rank, choice_.parameters);
    Window& window = Of(rank);
    window = {};
    window.first = first;
    window.rounds = whole.rounds();
    window.is_built = true;
    std::size_t end = first;
    std::size_t count = 0;  // of messages
    for (; end < whole.rounds(); ++end) {
      const std::size_t more = whole.round(end).messages.size();
      if (end > first && count + more > messages_) break;
      count += more;
    }
    window.messages.reserve(count);
    window.ends.reserve(end - first);
    for (std::size_t round = first; round < end; ++round) {
      const std::span<const Message> messages = whole.round(round).messages;
      window.messages.insert(window.messages.end(), messages.begin(), messages.end());
      window.ends.push_back(static_cast<std::uint32_t>(window.messages.size()));
    }
  }

  const Choice& choice_;
  Shape shape_;
  std::size_t messages_;
  std::vector<Window> windows_;
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_SCHEDULE_SOURCE_H_
