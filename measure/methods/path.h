// Finds the path of data from the root of a tree to a rank, from the schedules.
#ifndef COLLTUNE_MEASURE_METHODS_PATH_H_
#define COLLTUNE_MEASURE_METHODS_PATH_H_

#include <span>
#include <vector>

#include "algorithms/schedule.h"

namespace colltune::measure {

/// Returns the ranks on the way of the data, `root` first and `destination` last. Empty where a
/// rank on the way receives from several others, so that the path is not unique. Requires schedules
/// that pass Verify.
std::vector<Rank> PathTo(std::span<const Schedule> schedules, Rank root, Rank destination);

/// Returns the schedules without the steps that follow the message's passage. Each rank on the
/// path, except the destination, stops after the round in which it last sends the message on. Ranks
/// that therefore receive nothing do nothing. The cut does not change when and how the message
/// reaches the destination, unless removed messages compete with it for a link. They may do so on
/// nodes of several ranks. Requires a path from PathTo.
std::vector<Schedule> CutBehind(std::span<const Schedule> schedules, std::span<const Rank> path);

/// Tells whether a rank on the path, except the destination, sends the message on in a round with
/// other sends, for which that rank then waits, too. `cut` is the result of CutBehind for that
/// path.
bool WaitsForOthers(std::span<const Schedule> cut, std::span<const Rank> path);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_METHODS_PATH_H_
