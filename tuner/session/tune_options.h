// Options of a tuning, as the user gives them.
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
  /// Statistics files of an application; if there are any, only its calls are tuned.
  std::vector<std::string> stats;
  bool names_collectives = false;  ///< the user named collectives; false: all
  bool names_sizes = false;
  std::vector<int> nodes;  ///< more than the job's, rising: a model extrapolates
  StoppingRule stopping{.min_reps = 10, .max_reps = 300, .confidence = 0.99, .alpha = 0.02};
  bool exact = false;     ///< times repeat exactly: see ExperimentOptions
  std::string journal;    ///< the file's path
  bool resume = false;    ///< go on with the journal
  bool confirm = false;   ///< only replicate earlier runs' decisions; with `resume`
  int confirmations = 1;  ///< other runs that are to replicate each decision
  Seconds patience{60};   ///< a question hangs if no repetition ends for so long
  bool quiet = false;     ///< no progress line
  bool verbose = false;   ///< report each step on standard error
  std::string command;    ///< for the profile's provenance
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_TUNE_OPTIONS_H_
