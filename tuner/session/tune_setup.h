// What a tuning and its dry run have in common.
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

/// The options of the search, with layouts and the library's own algorithms filled in, and without
/// the budget, which covers more than the search: see RunCourse. What is called is known on rank 0.
/// Collective over the job. Throws std::invalid_argument.
SearchOptions SearchOptionsOf(const TuneOptions& options, Job& job, const Nodes& nodes);

/// Lets the one of `forecasts` that was chosen, and the search, know what networks tell of the
/// hosts: its own network, or, where that tells no sites apart, another one that does.
void UseMachine(SimulatedPredictor& chosen,
                std::span<const std::unique_ptr<SimulatedPredictor>> forecasts,
                SearchOptions& options);

/// Whose journal it is.
JournalOwner OwnerOf(const Job& job, const Experiments& experiments, const Clock& clock);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_TUNE_SETUP_H_
