// Tuning: from a job on a cluster to the cluster's profile.
#ifndef COLLTUNE_TUNER_SESSION_TUNE_H_
#define COLLTUNE_TUNER_SESSION_TUNE_H_

#include "tuner/experiments/experiments.h"
#include "tuner/job/job.h"
#include "tuner/journal/journal.h"
#include "tuner/session/tune_request.h"
#include "tuner/session/tuning_session.h"

namespace colltune::tune {

/// Throws std::invalid_argument, on all ranks alike, for a request that does not fit the job.
void CheckFits(const TuneRequest& request, const Job& job);

/// Returns the space that a request asks for on the nodes of a job, with the library's own
/// algorithms. Statistics files narrow it on rank 0 only. Collective over the job. Throws
/// std::invalid_argument.
SearchSpace SpaceOfJob(const TuneRequest& request, TimingModel timing, Job& job,
                       const Nodes& nodes);

/// Returns the owner of this job's journal: machine, ranks, ranks per node, method and clock.
JournalOwner OwnerOf(const Job& job, const Experiments& experiments, const measure::Clock& clock);

/// Measures and decides; the result is complete on rank 0. Collective over the job. Throws
/// std::invalid_argument for a request that does not fit the job, Interrupted when asked to stop,
/// JournalError.
TuneResult Tune(const TuneRequest& request, Job& job);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_TUNE_H_
