// The search space of a tuning, derived once from the request and the job's nodes.
#ifndef COLLTUNE_TUNER_SESSION_SPACE_OF_JOB_H_
#define COLLTUNE_TUNER_SESSION_SPACE_OF_JOB_H_

#include "tuner/problem/job_places.h"
#include "tuner/problem/search_space.h"
#include "tuner/session/tune_request.h"

namespace colltune::tune {

/// Returns the space that a request asks for on a job's nodes, with times as `timing` says, and
/// without the library's own algorithms. Reads the request's statistics files, and warns of what is
/// left out of them. Throws std::invalid_argument for a request that does not fit the nodes.
SearchSpace SpaceOn(const Nodes& nodes, const TuneRequest& request, TimingModel timing);

/// Lays the communicators that applications are expected to make out anew, on a machine of several
/// sites; not where the request names layouts.
void LayOutOnSites(const JobPlaces& places, const TuneRequest& request, SearchSpace& space);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_SPACE_OF_JOB_H_
