// What a tuning took, by its journal; or by the profile alone, which knows less. Pure.
#ifndef COLLTUNE_TUNER_REPORT_COST_H_
#define COLLTUNE_TUNER_REPORT_COST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "tuner/journal/journal_text.h"

namespace colltune::tune {

/// Of one collective, or of all.
struct Effort {
  int questions = 0;         ///< races of candidates
  std::int64_t samples = 0;  ///< of all candidates together
  Seconds spent{};           ///< on the questions, by the machine's clock

  friend bool operator==(const Effort&, const Effort&) = default;
};

struct CollectiveEffort {
  Collective collective = Collective::kBcast;
  Effort effort;
};

struct TuningCost {
  std::vector<JournalRun> runs;
  std::vector<CollectiveEffort> collectives;  ///< those that were measured, in their order
  Effort all;
  Effort confirming;  ///< of it, by second runs
  int hung = 0;       ///< questions that a watchdog ended
  int bad_line = 0;   ///< from which on the journal is damaged, and not counted; 0: it is whole
};

TuningCost CostOf(const JournalReading& journal);

/// What the profile's own evidence tells, of which the time is the samples times their medians:
/// without what was asked and not kept, starting ranks together, and the network's experiments.
Effort EvidenceOf(const DecisionTable& table);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_COST_H_
