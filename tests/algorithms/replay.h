// Performs schedules with real data, to compare the verifier's verdicts with the results.
//
// The replay shares only the tables of buffers.h with the verifier, and judges by the output.
#ifndef COLLTUNE_TESTS_ALGORITHMS_REPLAY_H_
#define COLLTUNE_TESTS_ALGORITHMS_REPLAY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/collective.h"
#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// A value: the (rank, element) of each operand, from left to right. Unwritten memory holds values
/// of ranks that do not exist, each different.
using Term = std::vector<std::pair<Rank, std::int64_t>>;

/// The output of each rank at the end.
using Outcome = std::vector<std::vector<Term>>;

/// Choices that MPI leaves open, within the limits of rounds; here they are fixed. Sends wait for
/// their receiver.
struct Timing {
  bool last_rank_first;   ///< which rank goes on where several can
  bool last_block_first;  ///< which of a round's blocks is moved first, at the end of the round
};

/// Performs the schedules. Returns nullopt in these cases:
/// - The ranks cannot perform the schedules: they deadlock, name memory or ranks that do not exist,
///   or move blocks between places of different length.
/// - The caller's input is changed.
/// - A rank leaves a barrier that another rank may not have entered.
std::optional<Outcome> Replay(Collective collective, const Shape& shape,
                              std::span<const Schedule> schedules, const Timing& timing);

/// Returns the outcome if it is the same at all timings.
std::optional<Outcome> Replay(Collective collective, const Shape& shape,
                              std::span<const Schedule> schedules);

}  // namespace colltune

#endif  // COLLTUNE_TESTS_ALGORITHMS_REPLAY_H_
