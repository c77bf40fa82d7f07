// The request for a tuning, as the user makes it.
#ifndef COLLTUNE_TUNER_SESSION_TUNE_REQUEST_H_
#define COLLTUNE_TUNER_SESSION_TUNE_REQUEST_H_

#include <optional>
#include <string>
#include <vector>

#include "measure/statistics/stopping_rule.h"
#include "profiles/fingerprint.h"
#include "tuner/job/progress.h"
#include "tuner/problem/problem.h"
#include "tuner/problem/sibling_timing.h"
#include "tuner/problem/timing_model.h"
#include "tuner/search/decide.h"
#include "tuner/search/planner.h"

namespace colltune::tune {

/// Fewest and most repetitions of each candidate.
struct RepetitionRange {
  int least = 10;
  int most = 300;
};

/// Expected regret at which a search with a budget ends: a third of the margin, which decisions
/// leave to the library.
inline constexpr double kStandardRegret = 0.01;

struct TuneRequest {
  std::optional<std::vector<Collective>> collectives;  ///< none: all
  std::optional<std::vector<int>> ranks;               ///< none: what applications make
  std::optional<std::vector<Bytes>> sizes;             ///< rising; none: powers of two, 8 to 4M
  Bytes memory{std::int64_t{64} << 20};                ///< the most that one buffer may take
  /// Statistics files of an application; if there are any, only its calls are tuned.
  std::vector<std::string> stats;
  /// Timing of communicators of a part of each node's ranks.
  SiblingTiming siblings = SiblingTiming::kTogether;
  std::vector<int> nodes;  ///< more than the job's, rising: a model extrapolates
  SearchKind search = SearchKind::kRace;
  DecisionRule rule;
  /// For all trials, of all runs. The network's experiments may take a quarter of this more.
  std::optional<Seconds> budget;
  /// Expected regret at which the search ends, a share; none: kStandardRegret with a budget, 0
  /// without.
  std::optional<double> regret;
  std::optional<RepetitionRange> repetitions;  ///< none: by the machine's TimingModel
  std::string journal;                         ///< the file's path
  bool resume = false;                         ///< go on with the journal
  bool confirm = false;             ///< only replicate earlier runs' decisions; with `resume`
  int confirmations = 1;            ///< other runs that are to replicate each decision
  std::optional<Seconds> patience;  ///< a trial hangs if no repetition ends for so long
  ProgressSink* progress = &SilentProgress();
  bool verbose = false;  ///< report each step on standard error
  std::string command;   ///< for the profile's provenance

  /// Returns how times repeat on a machine. A user who asks for repetitions wants samples, also of
  /// the simulator.
  TimingModel TimingOn(const Fingerprint& machine) const {
    return repetitions ? TimingModel::kNoisy : TimingOf(machine);
  }

  /// Returns the expected regret at which the search ends.
  double EnoughRegret() const { return regret.value_or(budget ? kStandardRegret : 0); }

  /// Returns when a candidate has been repeated often enough.
  measure::StoppingRule Stopping() const {
    const RepetitionRange range = repetitions.value_or(RepetitionRange{});
    return {.min_reps = range.least,
            .max_reps = range.most,
            .confidence = rule.confidence,
            .alpha = 0.02};
  }
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_TUNE_REQUEST_H_
