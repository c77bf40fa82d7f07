// Program of a rank: the order in which it performs its schedule.
//
// Rounds are how an algorithm is written; a program is how it is run. Receives are posted ahead of
// their round, and messages are waited for as late as the data allow, so that a message need not
// wait until its receiver has finished another one.
#ifndef COLLTUNE_ALGORITHMS_PROGRAM_H_
#define COLLTUNE_ALGORITHMS_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/buffers.h"
#include "algorithms/schedule.h"

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

/// Number of rounds by which a receive may be posted before its own: its message then moves while
/// the rank still waits for the messages of the rounds between.
inline constexpr std::size_t kRoundsAhead = 2;

/// Number of sends to one rank that may be under way together, and of receives of later rounds that
/// may be posted.
inline constexpr std::size_t kSendsInTurn = 2;
inline constexpr std::size_t kReceivesAhead = 32;

/// Returns the program that performs a rank's schedule by dependencies, which follow from the
/// blocks that messages and steps read and write:
/// - A receive is posted up to kRoundsAhead rounds before its own, in the order of the receives, as
///   soon as nothing before it uses its block any more.
/// - A send, or a step, waits for the messages whose blocks it reads or overwrites, and for no
///   others.
/// - A send waits for the sends of earlier rounds, unless its rank has been sent to at the same
///   time as theirs: an algorithm sends to one rank after the other for a reason. At most
///   kSendsInTurn sends to one rank are under way.
/// - A message without elements says that what came before it is done: its send waits for all
///   earlier messages, and later sends wait for its receive.
/// - Messages from a rank, and messages to a rank, are waited for in their order.
/// Takes time in proportion to the messages, times those of kRoundsAhead rounds.
Program RunAhead(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PROGRAM_H_
