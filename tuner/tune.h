// Tuning: from a job on a cluster to the cluster's profile.
#ifndef COLLTUNE_TUNER_TUNE_H_
#define COLLTUNE_TUNER_TUNE_H_

#include <string>
#include <vector>

#include "measure/operation.h"
#include "measure/stopping_rule.h"
#include "profiles/profile.h"
#include "tuner/decide.h"
#include "tuner/job.h"

namespace colltune {

struct TuneOptions {
  std::vector<Collective> collectives = {Collective::kBcast};
  std::vector<int> ranks;    ///< of the communicators; empty: powers of two and all ranks
  std::vector<Bytes> sizes;  ///< rising
  DecisionRule decision;
  StoppingRule stopping{.min_reps = 20, .max_reps = 300, .confidence = 0.99, .alpha = 0.01};
  bool quiet = false;    ///< no progress line
  bool verbose = false;  ///< what is done, on standard error
  std::string command;   ///< for the profile's provenance
};

/// Measures and decides; the profile is complete on rank 0. Collective over the job. Throws
/// std::invalid_argument for options that do not fit the job, Interrupted when asked to stop.
Profile Tune(const TuneOptions& options, Job& job);

}  // namespace colltune

#endif  // COLLTUNE_TUNER_TUNE_H_
