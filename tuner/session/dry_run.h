// The dry run of `tune`: reports its plan without measuring anything.
#ifndef COLLTUNE_TUNER_SESSION_DRY_RUN_H_
#define COLLTUNE_TUNER_SESSION_DRY_RUN_H_

#include <string>

#include "tuner/job/job.h"
#include "tuner/session/tune_request.h"

namespace colltune::tune {

/// Returns the plan in words on rank 0, and an empty text elsewhere. With request.resume the plan
/// uses the journal's results; the journal is only read. Measures nothing and writes no file.
/// Collective over the job. Throws as Tune does.
std::string DryRun(const TuneRequest& request, Job& job);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_DRY_RUN_H_
