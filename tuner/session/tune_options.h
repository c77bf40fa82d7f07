// The wishes of the user of a tuning.
#ifndef COLLTUNE_TUNER_SESSION_TUNE_OPTIONS_H_
#define COLLTUNE_TUNER_SESSION_TUNE_OPTIONS_H_

#include <string>
#include <vector>

#include "measure/statistics/stopping_rule.h"
#include "tuner/search/search.h"

namespace colltune::tune {

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

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_TUNE_OPTIONS_H_
