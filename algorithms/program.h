// Program of a rank: the order in which it performs its schedule.
//
// Rounds are how an algorithm is written; a program is how it is run. Receives are posted ahead of
// their round, and messages are waited for as late as the data allow, so that a message need not
// wait until its receiver has finished another one.
#ifndef COLLTUNE_ALGORITHMS_PROGRAM_H_
#define COLLTUNE_ALGORITHMS_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/buffers.h"
#include "algorithms/schedule.h"
#include "algorithms/units.h"

namespace colltune {

/// One action of a rank. Actions are performed one after the other.
struct Action {
  enum class Kind : unsigned char {
    kPost,     ///< posts the receive of a message
    kStart,    ///< starts the send of a message
    kWait,     ///< waits until a message is complete
    kPerform,  ///< performs a step
  };
  Kind kind;
  std::uint32_t index;  ///< of a message in Schedule::messages(), or a step in Schedule::steps()

  friend bool operator==(const Action&, const Action&) = default;
};

using Program = std::vector<Action>;

/// Returns the program that performs the rounds one after the other: the receives of a round, its
/// sends, waits for all of them in this order, its steps.
Program RoundByRound(const Schedule& schedule);

/// Rounds of a schedule's messages and steps.
class RoundsOf {
 public:
  explicit RoundsOf(const Schedule& schedule);

  /// Returns the round of an action's message or step.
  std::uint32_t operator()(const Action& action) const {
    return (action.kind == Action::Kind::kPerform ? of_steps_ : of_messages_)[action.index];
  }

 private:
  std::vector<std::uint32_t> of_messages_;
  std::vector<std::uint32_t> of_steps_;
};

/// Number of rounds by which a receive may be posted before its own: its message then moves while
/// the rank still waits for the messages of the rounds between.
inline constexpr std::size_t kRoundsAhead = 2;

/// Number of sends to one rank that may be under way together, and of receives of later rounds that
/// may be posted. A longer send than kMostTogether goes alone: two share the line, and end
/// together, so that the first arrives later; and the latency that a second one hides is small by
/// comparison.
inline constexpr std::size_t kSendsInTurn = 2;
inline constexpr Bytes kMostTogether{16384};  // 13 us at 1.25 GB/s, about a latency
inline constexpr std::size_t kReceivesAhead = 32;

/// Number of scratch slots that a pipelined reduction uses in turn: one is received into while
/// kSendsInTurn are sent on, and the receive into another can be posted ahead.
inline constexpr int kSlotsInTurn = kSendsInTurn + 2;

/// Returns the program that performs a rank's schedule by dependencies, which follow from the
/// blocks that messages and steps read and write:
/// - A receive is posted up to kRoundsAhead rounds before its own, in the order of the receives, as
///   soon as nothing before it uses its block any more. It is posted only after the first message
///   of its sender has come: that one says whether the sender has the same schedule. No receive
///   then stays behind that could take a message of the next call. Before its round it is posted,
///   but in streams (Schedule::Stream), only once the messages of other ranks have come: two
///   senders would share this rank's line, and the message that the next step waits for would come
///   later.
/// - A send, or a step, waits for the messages whose blocks it reads or overwrites, and for no
///   others.
/// - The first send to a rank waits for all messages of earlier rounds, and others for the sends of
///   earlier rounds unless their rank has been sent to at the same time: an algorithm exchanges
///   with one rank after the other for a reason, but sends streams at the same time. At most
///   kSendsInTurn sends to one rank are under way, or one above kMostTogether of a block that is
///   divided; of paced sends (Schedule::is_paced) kSendsInTurn, or as many as have
///   kMostTogether together.
/// - A send waits for longer sends to its rank, and a receive is posted only after shorter ones of
///   its sender have come: SimGrid 3.32 lets a short message overtake a long one.
/// - A message without elements says that what came before it is done: its send waits for all
///   earlier messages, and later sends wait for its receive.
/// - Receives, and messages to a rank, are waited for in their order: in that of their rounds they
///   arrive, and pass the rank's port.
/// Takes time in proportion to the messages, times those of kRoundsAhead rounds.
Program RunAhead(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule);

/// Size from which on a rank's largest message is worth the requests of a program: shorter ones
/// take less time than posting them ahead can save.
inline constexpr Bytes kLeastAhead{4096};

/// Returns the elements of a schedule's largest message.
std::int64_t LargestMessage(const Schedule& schedule);

/// Whether a rank runs ahead whose largest message has so many elements of `element` bytes. With
/// streams it does so whatever their length: they are written for it.
constexpr bool IsWorthAhead(const Schedule& schedule, std::int64_t largest, Bytes element) {
  return largest > 0 &&
         (schedule.is_streaming() || element.count >= (kLeastAhead.count + largest - 1) / largest);
}

/// Returns RunAhead's program where it performs anything of a round before all of an earlier one;
/// else an empty program: the rounds then are performed one after the other. It is empty also for a
/// schedule with slots, which is for short blocks.
Program AheadOf(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule);

/// Returns the program by which the runner performs the schedule of a rank: AheadOf's, where
/// IsWorthAhead, else an empty one; and those of all ranks.
Program ProgramOf(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule);
std::vector<Program> ProgramsOf(Collective collective, const Shape& shape,
                                std::span<const Schedule> schedules);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PROGRAM_H_
