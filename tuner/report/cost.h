// Cost of a tuning, from its journal, or from the profile alone, which tells less. Pure.
#ifndef COLLTUNE_TUNER_REPORT_COST_H_
#define COLLTUNE_TUNER_REPORT_COST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "tuner/journal/journal_text.h"

namespace colltune::tune {

/// Effort of measuring one collective, or all.
struct Effort {
  int trials = 0;            ///< races of candidates
  std::int64_t samples = 0;  ///< of all candidates together
  Seconds spent{};           ///< on the trials, by the machine's clock

  friend bool operator==(const Effort&, const Effort&) = default;
};

struct CollectiveEffort {
  Collective collective = Collective::kBcast;
  Effort effort;
};

struct TuningCost {
  std::vector<JournalRun> runs;
  std::vector<CollectiveEffort> collectives;  ///< measured ones, in the order of the enum
  Effort all;
  Effort confirming;  ///< the part of `all` that second runs took
  int hung = 0;       ///< trials that a watchdog ended
  int bad_line = 0;   ///< first damaged line, from which on nothing is counted; 0: none
};

TuningCost CostOf(const JournalReading& journal);

/// Returns the effort of the profile's own evidence. The time is the sum of samples times medians.
/// That leaves out discarded measurements, the starting of ranks together, and the network's
/// experiments.
Effort EvidenceOf(const DecisionTable& table);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_COST_H_
