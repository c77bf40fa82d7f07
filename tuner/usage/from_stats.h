// The problems that `tune --from-stats` tunes. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_USAGE_FROM_STATS_H_
#define COLLTUNE_TUNER_USAGE_FROM_STATS_H_

#include <string>
#include <vector>

#include "tuner/problem/job_layout.h"
#include "tuner/problem/workload.h"
#include "tuner/usage/usage.h"

namespace colltune::tune {

/// All that can be tuned: on two ranks or more whose nodes are known, and messages that are not
/// empty. Of calls of sizes between two powers of two the smallest and the largest.
Workload CalledBy(const UsageSummary& summary);

/// Further restrictions of a tuning; an empty field restricts nothing.
struct Narrowing {
  std::vector<Collective> collectives;
  std::vector<int> ranks;
  std::vector<Bytes> sizes;  ///< all from the first to the last one
};

/// Returns `called` under these restrictions. Throws std::invalid_argument, which names the option,
/// for collectives and ranks that are not in `called`, and if nothing is left.
Workload Narrowed(const Workload& workload, const Narrowing& by);

/// Removes what communicators of a job on these nodes cannot be; says in a line what that was, or
/// nothing. Throws std::invalid_argument where nothing is left.
std::string RemoveOthers(const Nodes& nodes, Workload& workload);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_USAGE_FROM_STATS_H_
