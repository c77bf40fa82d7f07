// Performs schedules with real data: what the verifier's verdicts are compared with.
//
// It shares nothing with the verifier but the tables of buffers.h, and judges by what comes out.
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

/// A value: the (rank, element) of each operand, from left to right. Memory that nobody has written
/// holds values of ranks that do not exist, each another.
using Term = std::vector<std::pair<Rank, std::int64_t>>;

/// The output of each rank, in the end.
using Outcome = std::vector<std::vector<Term>>;

/// Sends wait for their receiver. In which order things happen is left to chance by MPI, within
/// the limits of rounds; here it is chosen.
struct Timing {
  bool last_rank_first;   ///< which rank goes on where several can
  bool last_block_first;  ///< which of a round's blocks is moved first, at the end of the round
};

/// Nothing if the ranks cannot perform the schedules at all: they wait for ever, name memory or
/// ranks that do not exist, or move blocks between places of different length; or if the caller's
/// input is changed; or if a rank leaves a barrier that another may not have entered.
std::optional<Outcome> Replay(Collective collective, const Shape& shape,
                              std::span<const Schedule> schedules, const Timing& timing);

/// The outcome if it is the same at all timings.
std::optional<Outcome> Replay(Collective collective, const Shape& shape,
                              std::span<const Schedule> schedules);

}  // namespace colltune

#endif  // COLLTUNE_TESTS_ALGORITHMS_REPLAY_H_
