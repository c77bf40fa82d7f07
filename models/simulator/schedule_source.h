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
#include "models/simulator/phases.h"
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

/// Elements of the steps between two rounds with messages, or before the first or after the last.
struct LocalWork {
  std::int64_t copied = 0;
  std::int64_t reduced = 0;

  void Add(std::span<const Step> steps) {
    for (const Step& step : steps) {
      (step.kind == Step::Kind::kCopy ? copied : reduced) += step.into.count;
    }
  }
  Seconds TimeOf(Bytes element, const LocalCost& cost) const {
    return Seconds(
        static_cast<double>(element.count) *
        (static_cast<double>(copied) * cost.copy + static_cast<double>(reduced) * cost.reduce));
  }
};

/// Times of the steps of schedules, which are asked of a source only where they take any.
class StepTimes {
 public:
  StepTimes(Bytes element, const Network& network)
      : element_(element), network_(network), any_(network.HasLocalCost()) {}

  /// Returns the time of the steps of `rank` before a round, or after the last one.
  template <typename Source>
  Seconds Before(Source& source, Rank rank, std::size_t round) const {
    if (!any_) return Seconds(0);
    return source.WorkBefore(rank, round).TimeOf(element_, network_.LocalCostOf(rank));
  }

 private:
  Bytes element_;
  const Network& network_;
  bool any_;
};

/// Returns the number of receives among waits, which come before the sends.
inline std::size_t ReceivesIn(std::span<const Wait> waits) {
  return static_cast<std::size_t>(std::ranges::find(waits, Message::Side::kSend, &Wait::side) -
                                  waits.begin());
}

/// Whole schedules, one for each rank, as an engine reads them. The rounds of a rank that runs
/// ahead are the phases of its program.
class WholeSchedules {
 public:
  /// `programs`: of all ranks, an empty one to perform the rounds one after the other; or none.
  explicit WholeSchedules(std::span<const Schedule> schedules,
                          std::span<const Program> programs = {})
      : schedules_(schedules), phases_(schedules.size()) {
    for (std::size_t i = 0; i < programs.size(); ++i) {
      phases_[i] = Phases(schedules[i], programs[i]);
    }
  }

  std::size_t ranks() const { return schedules_.size(); }
  /// Whether a rank runs ahead, and waits for what Waits says. Another waits for all messages of
  /// each round.
  bool IsAhead(Rank rank) const { return !PhasesOf(rank).empty(); }
  /// Whether the sends of a rank that runs ahead are complete only when they are received.
  bool IsPaced(Rank rank) const { return IsAhead(rank) && Of(rank).is_paced(); }
  std::size_t rounds(Rank rank) const { return CountPhases(Of(rank), PhasesOf(rank)); }
  std::span<const Message> Messages(Rank rank, std::size_t round) const {
    return At(rank, round).messages;
  }
  /// Returns what a round waits for of a rank that runs ahead.
  std::span<const Wait> Waits(Rank rank, std::size_t round) const {
    return PhasesOf(rank)[round].waits;
  }
  /// Returns the sender of a message that a round waits for.
  Rank Peer(Rank rank, std::size_t round, std::size_t message) const {
    return IsAhead(rank) ? Waits(rank, round)[message].peer : Messages(rank, round)[message].peer;
  }
  /// Returns the work before a round, or after the last one for `round` = rounds(rank).
  LocalWork WorkBefore(Rank rank, std::size_t round) const {
    LocalWork work;
    if (round > 0) work.Add(At(rank, round - 1).steps);
    return work;
  }
  /// Returns the round of the schedule that a phase belongs to.
  std::uint32_t RoundOf(Rank rank, std::size_t round) const {
    const bool is_phase = round < PhasesOf(rank).size();
    return is_phase ? PhasesOf(rank).RoundOf(round) : static_cast<std::uint32_t>(round);
  }

 private:
  const Schedule& Of(Rank rank) const { return schedules_[static_cast<std::size_t>(rank)]; }
  const Phases& PhasesOf(Rank rank) const { return phases_[static_cast<std::size_t>(rank)]; }
  Phase At(Rank rank, std::size_t round) const { return PhaseAt(Of(rank), PhasesOf(rank), round); }

  std::span<const Schedule> schedules_;
  std::vector<Phases> phases_;
};

/// Windows of the schedules of a choice: the messages of some rounds of each rank, without where
/// their parts lie. Rounds without messages are left out, and are not counted. The rounds of a rank
/// that runs ahead are the phases of its program. A schedule is built again when its window is used
/// up. Memory grows with the ranks. Memory grows with a schedule's
/// messages only by its largest round, and by two whole schedules.
class ScheduleWindows {
 public:
  /// Memory of each window, or one round: 4096 ranks take 136 MiB, and a schedule of a message to
  /// and from each of 4096 ranks is built once.
  static constexpr std::size_t kBytes = std::size_t{34} << 10;

  /// Requires Declines(choice, shape).empty(), fewer than 2^29 ranks, and that `choice` lives
  /// longer. keeps_work: whether WorkBefore will be called.
  ScheduleWindows(const Choice& choice, const Shape& shape, bool keeps_work,
                  std::size_t bytes = kBytes)
      : choice_(choice),
        shape_(shape),
        keeps_work_(keeps_work),
        bytes_(bytes),
        windows_(static_cast<std::size_t>(shape.ranks)) {}

  std::size_t ranks() const { return windows_.size(); }
  std::size_t rounds(Rank rank) {
    if (!Of(rank).is_built) Build(rank);
    return Of(rank).rounds;
  }
  /// Returns the messages of a round; all of their blocks but the counts are missing. Each round is
  /// read, once or more, from the first to the last. Valid until the next call.
  std::span<const Message> Messages(Rank rank, std::size_t round) {
    Window& window = Of(rank);
    if (round != window.round) MoveOn(rank);
    window.next = window.current;
    unpacked_.clear();
    waits_.clear();
    for (bool is_last = false; !is_last; ++window.next.message) {
      const Packed message = window.messages[window.next.message];
      is_last = message.is_last;
      if (message.is_wait) [[unlikely]] {
        waits_.push_back({SideOf(message), static_cast<Rank>(message.peer)});
        continue;
      }
      if (window.next.message == window.runs[window.next.run].end) ++window.next.run;
      unpacked_.push_back({SideOf(message),
                           static_cast<Rank>(message.peer),
                           {.count = window.runs[window.next.run].count}});
    }
    window.first_wait = window.current.message + static_cast<std::uint32_t>(unpacked_.size());
    return unpacked_;
  }
  /// Whether a rank runs ahead; see WholeSchedules.
  bool IsAhead(Rank rank) { return Of(rank).is_ahead; }
  bool IsPaced(Rank rank) { return Of(rank).is_paced; }
  /// Returns what the round waits for that Messages has returned last, of a rank that runs ahead.
  std::span<const Wait> Waits(Rank /*rank*/, std::size_t /*round*/) const { return waits_; }
  /// Returns the number of the phase, which is all that a window knows.
  std::uint32_t RoundOf(Rank /*rank*/, std::size_t round) const {
    return static_cast<std::uint32_t>(round);
  }
  /// Returns the work before a round, or after the last one for `round` = rounds(rank). Called for
  /// each round before Messages. Requires keeps_work.
  LocalWork WorkBefore(Rank rank, std::size_t round) {
    Window& window = Of(rank);
    if (round == window.rounds) return window.work_after;
    if (round != window.round) MoveOn(rank);
    return window.work[round - window.first];
  }
  /// Returns the sender of a message that the round waits for which Messages has returned last for
  /// this rank.
  Rank Peer(Rank rank, std::size_t /*round*/, std::size_t message) {
    const Window& window = Of(rank);
    const std::uint32_t first = window.is_ahead ? window.first_wait : window.current.message;
    return static_cast<Rank>(window.messages[first + message].peer);
  }

 private:
  struct Packed {
    std::uint32_t peer : 29;
    std::uint32_t is_wait : 1;  // a Wait, else a message
    std::uint32_t is_send : 1;
    std::uint32_t is_last : 1;  // of its round
  };
  /// Messages in a row that have the same count.
  struct Run {
    std::int64_t count;
    std::uint32_t end;  // one past the last message
  };
  struct Position {
    std::uint32_t message = 0;
    std::uint32_t run = 0;
  };
  struct Window {
    std::vector<Packed> messages;
    std::vector<Run> runs;
    std::vector<LocalWork> work;   // before each round of the window
    LocalWork work_after;          // after the last round
    std::uint32_t first = 0;       // round of the window
    Position current;              // the first message of `round`
    Position next;                 // the first message after `round`
    std::uint32_t first_wait = 0;  // of `round`
    std::uint32_t round = 0;       // read last
    std::uint32_t rounds = 0;      // of the whole schedule, that have messages
    std::uint32_t built = 0;       // rounds of the whole schedule up to the window's end
    bool is_built = false;
    bool is_ahead = false;
    bool is_paced = false;
  };

  static Message::Side SideOf(const Packed& message) {
    return message.is_send ? Message::Side::kSend : Message::Side::kReceive;
  }

  Window& Of(Rank rank) { return windows_[static_cast<std::size_t>(rank)]; }

  void MoveOn(Rank rank) {
    Window& window = Of(rank);
    ++window.round;
    window.current = window.next;
    if (window.current.message == window.messages.size()) Build(rank);
  }

  void Build(Rank rank) {
    whole_ = choice_.algorithm->build(shape_, rank, choice_.parameters);
    phases_ = Phases(whole_, ProgramOf(choice_.algorithm->collective, shape_, rank, whole_));
    const std::size_t count = CountPhases(whole_, phases_);
    Window& window = Of(rank);
    if (!window.is_built) {
      window.is_built = true;
      window.is_ahead = !phases_.empty();
      window.is_paced = window.is_ahead && whole_.is_paced();
      for (std::size_t i = 0; i < count; ++i) {
        if (!IsEmpty(PhaseAt(whole_, phases_, i))) ++window.rounds;
      }
    }
    packed_.clear();
    runs_.clear();
    work_.clear();
    window.first = window.round;
    for (; window.built < count; ++window.built) {
      const Phase phase = PhaseAt(whole_, phases_, window.built);
      const std::size_t more = phase.messages.size() + phase.waits.size();
      if (more > 0 && !packed_.empty() && BytesWith(more) > bytes_) break;
      Pack(phase);
      if (!keeps_work_) continue;
      if (!IsEmpty(phase)) work_.push_back(std::exchange(window.work_after, {}));
      window.work_after.Add(phase.steps);
    }
    window.work.assign(work_.begin(), work_.end());
    window.messages.assign(packed_.begin(), packed_.end());
    window.runs.assign(runs_.begin(), runs_.end());
    window.current = {};
  }

  static bool IsEmpty(const Phase& phase) { return phase.messages.empty() && phase.waits.empty(); }

  /// Returns the memory of the window that is being built, with `more` messages, at most.
  std::size_t BytesWith(std::size_t more) const {
    return (packed_.size() + more) * sizeof(Packed) + (runs_.size() + more) * sizeof(Run) +
           (work_.size() + 1) * (keeps_work_ ? sizeof(LocalWork) : 0);
  }

  void Pack(const Phase& phase) {
    for (const Message& message : phase.messages) {
      packed_.push_back({.peer = static_cast<std::uint32_t>(message.peer),
                         .is_wait = 0,
                         .is_send = message.side == Message::Side::kSend,
                         .is_last = 0});
      if (runs_.empty() || runs_.back().count != message.block.count) {
        runs_.push_back({message.block.count, 0});
      }
      runs_.back().end = static_cast<std::uint32_t>(packed_.size());
    }
    for (const Wait& wait : phase.waits) {
      packed_.push_back({.peer = static_cast<std::uint32_t>(wait.peer),
                         .is_wait = 1,
                         .is_send = wait.side == Message::Side::kSend,
                         .is_last = 0});
      if (!runs_.empty()) runs_.back().end = static_cast<std::uint32_t>(packed_.size());
    }
    if (!IsEmpty(phase)) packed_.back().is_last = 1;
  }

  const Choice& choice_;
  Shape shape_;
  bool keeps_work_;
  std::size_t bytes_;
  std::vector<Window> windows_;
  std::vector<Message> unpacked_;  // of the round that was read last
  std::vector<Wait> waits_;        // of the same round
  /// The schedule that was built last. It is kept until the next one is built: without it, the
  /// allocator returned the memory of each schedule to the system, and cleared as much for the
  /// next.
  Schedule whole_;
  Phases phases_;  // of the same schedule, where it runs ahead
  // Contents of the window that is being built:
  std::vector<Packed> packed_;
  std::vector<Run> runs_;
  std::vector<LocalWork> work_;
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_SCHEDULE_SOURCE_H_
