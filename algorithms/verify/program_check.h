// Proves that a program performs a rank's schedule, in whatever order its messages arrive.
#ifndef COLLTUNE_ALGORITHMS_VERIFY_PROGRAM_CHECK_H_
#define COLLTUNE_ALGORITHMS_VERIFY_PROGRAM_CHECK_H_

#include <string>

#include "algorithms/program.h"
#include "algorithms/shape.h"

namespace colltune {

/// Returns the first fault of a program, or an empty text for one that brings the same results as
/// RoundByRound, given that all ranks' schedules are right (Verify), at any time at which a message
/// may move between its start and its wait. Right means:
///  - each message is posted or started once, and waited for once, later; each step is performed
///    once;
///  - sends, and steps, come in the order of the schedule; so do the receives from each rank, and
///    every message and step of a round comes after the posts of its own round;
///  - a second receive from a rank is posted after the wait for the first, which tells whether that
///    rank has the same schedule;
///  - a send begins after the waits for longer ones to its rank, a receive after those for shorter
///    ones of its sender;
///  - no element is written while a message may still read or write it, nor read while a message
///    may still write it, and no access overtakes another one that it conflicts with;
///  - a message is waited for only once all messages of its round are posted or started. By
///    induction over any order in which RoundByRound completes the messages, all of them complete:
///    before a message is posted or started, the program waits only for messages of earlier rounds,
///    as RoundByRound does. So nobody waits for ever, even if each send waits for its receiver and
///    other ranks perform their rounds one by one;
///  - a send without elements comes after the waits for all messages of earlier rounds, and any
///    send after those for receives without elements: they say "now".
std::string CheckProgram(Collective collective, const Shape& shape, Rank rank,
                         const Schedule& schedule, const Program& program);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_VERIFY_PROGRAM_CHECK_H_
