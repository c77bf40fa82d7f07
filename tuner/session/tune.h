// Tuning: from a job on a cluster to the cluster's profile.
#ifndef COLLTUNE_TUNER_SESSION_TUNE_H_
#define COLLTUNE_TUNER_SESSION_TUNE_H_

#include <string>
#include <vector>

#include "profiles/profile.h"
#include "tuner/decide/replication.h"
#include "tuner/job/job.h"
#include "tuner/journal/journal.h"
#include "tuner/search/search.h"
#include "tuner/session/tune_options.h"

namespace colltune::tune {

struct TuneResult {
  Profile profile;
  std::string model;  ///< name of the model that predicted
  double off = 0;     ///< 90th percentile of |ln(measured / predicted)| in the trials
  std::vector<Doubt> doubts;
  Failures failures;  ///< candidates that are left out
  int questions = 0;
  Spending spending;                    ///< without replications; also of earlier runs
  std::optional<GuardSummary> guarded;  ///< none with TuneOptions::exact
  Seconds network{};                    ///< spent on network experiments by this run
  std::string extension;                ///< outcome for further nodes, a line
};

/// Measures and decides; the result is complete on rank 0. Collective over the job. Throws
/// std::invalid_argument for options that do not fit the job, Interrupted when asked to stop,
/// JournalError.
TuneResult Tune(const TuneOptions& options, Job& job);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_TUNE_H_
