// The path finder: how data gets from the root of a tree to a rank, read off the schedules.
#ifndef COLLTUNE_MEASURE_METHODS_PATH_H_
#define COLLTUNE_MEASURE_METHODS_PATH_H_

#include <span>
#include <vector>

#include "algorithms/schedule.h"

namespace colltune {

/// The ranks that the data pass on their way, `root` first and `destination` last; empty where
/// some rank on the way receives from several others, so that there is not one path.
/// Requires schedules that Verify finds right.
std::vector<Rank> PathTo(std::span<const Schedule> schedules, Rank root, Rank destination);

/// The schedules without what happens behind the message's back: each rank on the path, except
/// the destination, stops after the round in which it last sends on; and ranks that thereby
/// get nothing do nothing. When and how the message reaches the destination does not depend on
/// what was cut, unless that competes with it for a link, as on nodes of several ranks.
/// Requires a path from PathTo.
std::vector<Schedule> CutBehind(std::span<const Schedule> schedules, std::span<const Rank> path);

/// Whether a rank on the path, except the destination, sends the message on in a round with other
/// sends, for which it then waits too. `cut` is what CutBehind made for that path.
bool WaitsForOthers(std::span<const Schedule> cut, std::span<const Rank> path);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_METHODS_PATH_H_
