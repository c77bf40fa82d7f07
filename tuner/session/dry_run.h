// What `tune` would do, without doing it.
#ifndef COLLTUNE_TUNER_SESSION_DRY_RUN_H_
#define COLLTUNE_TUNER_SESSION_DRY_RUN_H_

#include <string>

#include "tuner/session/tune.h"

namespace colltune::tune {

/// The plan in words, on rank 0; with options.resume by what the journal knows, which is only read.
/// Measures nothing and writes no file. Collective over the job. Throws as Tune does.
std::string DryRun(const TuneOptions& options, Job& job);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_DRY_RUN_H_
