// Calls of an application, for a tuning of that application alone.
#ifndef COLLTUNE_TUNER_PROBLEM_WORKLOAD_H_
#define COLLTUNE_TUNER_PROBLEM_WORKLOAD_H_

#include <map>
#include <utility>

#include "tuner/problem/problem.h"

namespace colltune::tune {

/// By collective and communicators: the sizes of its calls, and how long each takes it in all. Of
/// collectives where sizes are not known, 0 bytes alone.
using Workload = std::map<std::pair<Collective, Layout>, std::map<Bytes, Seconds>>;

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_WORKLOAD_H_
