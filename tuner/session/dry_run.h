// The dry run of `tune`: reports its plan without measuring anything.
#ifndef COLLTUNE_TUNER_SESSION_DRY_RUN_H_
#define COLLTUNE_TUNER_SESSION_DRY_RUN_H_

#include <string>

#include "tuner/session/tune.h"

namespace colltune::tune {

/// Returns the plan in words on rank 0, and an empty text elsewhere. With options.resume the plan
/// uses the journal's answers; the journal is only read. Measures nothing and writes no file.
/// Collective over the job. Throws as Tune does.
std::string DryRun(const TuneOptions& options, Job& job);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_DRY_RUN_H_
