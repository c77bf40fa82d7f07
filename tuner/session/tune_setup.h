// Steps that a tuning and its dry run share.
#ifndef COLLTUNE_TUNER_SESSION_TUNE_SETUP_H_
#define COLLTUNE_TUNER_SESSION_TUNE_SETUP_H_

#include <memory>
#include <span>

#include "tuner/experiments/experiments.h"
#include "tuner/journal/journal.h"
#include "tuner/search/simulated_predictor.h"
#include "tuner/session/tune_options.h"

namespace colltune::tune {

/// Throws std::invalid_argument, on all ranks alike, for options that do not fit the job.
void CheckFits(const TuneOptions& options, const Job& job);

/// Returns the search's options, with layouts and the library's own algorithms filled in. The
/// budget is removed, since it covers more than the search: see RunCourse. Statistics files narrow
/// collectives, layouts and `called` on rank 0 only. Collective over the job. Throws
/// std::invalid_argument.
SearchOptions SearchOptionsOf(const TuneOptions& options, Job& job, const Nodes& nodes);

/// Gives the machine that a network has inferred to the chosen forecast, and the machine's number
/// of host kinds to the search's options. The network is that of `chosen`. If its machine has a
/// single site, the first of `forecasts` whose machine has several sites replaces it.
void UseMachine(SimulatedPredictor& chosen,
                std::span<const std::unique_ptr<SimulatedPredictor>> forecasts,
                SearchOptions& options);

/// Returns the owner of this job's journal: machine, ranks, ranks per node, method and clock.
JournalOwner OwnerOf(const Job& job, const Experiments& experiments, const Clock& clock);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_TUNE_SETUP_H_
