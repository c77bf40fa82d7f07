// Tuning: from a job on a cluster to the cluster's profile.
#ifndef COLLTUNE_TUNER_TUNE_H_
#define COLLTUNE_TUNER_TUNE_H_

#include <string>
#include <vector>

#include "measure/stopping_rule.h"
#include "profiles/profile.h"
#include "tuner/guard.h"
#include "tuner/job.h"
#include "tuner/journal.h"
#include "tuner/search.h"

namespace colltune {

struct TuneOptions {
  SearchOptions search;    ///< `layouts` follows from `ranks`
  std::vector<int> ranks;  ///< of the communicators; empty: StandardRanks
  /// Files of statistics: only what the application that they are of calls is tuned.
  std::vector<std::string> stats;
  bool names_collectives = false;  ///< and not all of them are meant
  bool names_sizes = false;
  std::vector<int> nodes;  ///< more than the job has, rising: decided for by a model
  StoppingRule stopping{.min_reps = 10, .max_reps = 300, .confidence = 0.99, .alpha = 0.02};
  bool exact = false;     ///< the machine repeats itself: see ExperimentOptions
  std::string journal;    ///< the file's path
  bool resume = false;    ///< go on with the journal
  bool confirm = false;   ///< only confirm what earlier runs decided; with `resume`
  int confirmations = 1;  ///< other runs that are to look at each decision
  Seconds patience{60};   ///< without a repetition ending: it hangs
  bool quiet = false;     ///< no progress line
  bool verbose = false;   ///< what is done, on standard error
  std::string command;    ///< for the profile's provenance
};

struct TuneResult {
  Profile profile;
  std::string model;  ///< that predicted
  double off = 0;     ///< by how much nine in ten of its first predictions were off
  std::vector<Doubt> doubts;
  Failures failures;  ///< what is left out
  int questions = 0;
  Spending spending;                    ///< by all questions, those of earlier runs too
  std::optional<GuardSummary> guarded;  ///< nothing on a machine that repeats itself
  Seconds network{};                    ///< by the network's experiments
  std::string extension;                ///< what became of further nodes, a line
};

/// Measures and decides; the result is complete on rank 0. Collective over the job. Throws
/// std::invalid_argument for options that do not fit the job, Interrupted when asked to stop,
/// JournalError.
TuneResult Tune(const TuneOptions& options, Job& job);

}  // namespace colltune

#endif  // COLLTUNE_TUNER_TUNE_H_
