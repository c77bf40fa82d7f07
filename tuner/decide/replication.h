// Replication: a rule leaves the library's choice only after a second, independent run confirmed
// the decision. Every further run that replicated the decision must have confirmed it as well.
// Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_DECIDE_REPLICATION_H_
#define COLLTUNE_TUNER_DECIDE_REPLICATION_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/decide/confirmations.h"
#include "tuner/search/measurements.h"

namespace colltune::tune {

/// Share of the budget that is kept for replications. A replication repeats two candidates of a
/// race, the ones that stay in the race longest. On two ranks, where nearly no decision was for the
/// library, replications took 26 % of the time of the races; elsewhere they take less.
inline constexpr double kConfirmShare = 0.25;

enum class ReplicationState : unsigned char { kWaiting, kConfirmed, kRefuted };

/// Result of all replications of a decision.
struct Replication {
  ReplicationState state = ReplicationState::kWaiting;
  std::string reason;  ///< in words; of several runs, of the one with the least gain
  int runs = 0;        ///< number of runs that confirmed the decision
};

/// Returns "; " and the result in words, to follow the reason of a decision.
std::string ReasonText(const Replication& replication);

/// Judges a decision for `choice` at a measured size: confirmed where the same rule chooses it in
/// each other run.
Replication JudgeAt(const Measurements& measurements, const CostCurve& curve, Bytes bytes,
                    ChoiceId choice, const Confirmations& confirmations);

/// Judges one choice for all measured sizes, by the runs that replicated all of them. Confirmed
/// where in each run the choice is significantly slower at no size, and faster by more than the
/// margin on the average.
Replication JudgeForAllSizes(const Measurements& measurements, const CostCurve& curve,
                             ChoiceId choice, const Confirmations& confirmations);

/// Adds the replicated medians to the evidence for `choice` at one size, if there are any: of
/// several runs, of the one with the least gain.
void AddReplicatedMedians(Evidence& evidence, const Measurements& measurements,
                          const CostCurve& curve, ChoiceId choice,
                          const Confirmations& confirmations);

/// Returns `decision` for use in rules: for the library unless confirmed. The evidence says why.
Decision Replicated(Decision decision, const Measurements& measurements, const CostCurve& curve,
                    const Confirmations& confirmations);

/// Plan of replications. Whether a choice is faster than the library can depend on where a process
/// has its memory. Of two ranks on two virtual cores a pipelined broadcast of 1 MiB took 100 us in
/// some runs and 230 to 340 us in others, the library's 94 to 132 us. With one replication, 7 of
/// 204 decisions were slower than the library.
struct ReplicationPlan {
  int wanted = 1;  ///< replications of each decision, where the budget allows
  int run = 0;     ///< number of the run that asks now
};

/// A decision against the library, and the trials that replicate it.
struct Replicable {
  ReplicationState state = ReplicationState::kWaiting;
  std::vector<Trial> open;  ///< trials for the run of the plan
  double value = 0;         ///< saving, as a logarithm, for each second of one repetition
};

/// Returns all decisions of a search against the library: the waiting ones first, of these the most
/// valuable first.
std::vector<Replicable> Replicables(const Measurements& measurements,
                                    const Confirmations& confirmations,
                                    const ReplicationPlan& plan);

/// Returns the trials that replicate decisions in the run of the plan, in the order of Replicables.
std::vector<Trial> OpenReplications(const Measurements& measurements,
                                    const Confirmations& confirmations,
                                    const ReplicationPlan& plan);

/// Results of the replications of all decisions against the library.
struct ReplicationSummary {
  int waiting = 0;
  int confirmed = 0;
  int refuted = 0;
  int trials = 0;              ///< number of replications
  Seconds spent{};             ///< by replications
  bool out_of_budget = false;  ///< the budget ended before all replications
  /// See Provenance. Nothing where there were too few replications.
  std::optional<double> between_runs = std::nullopt;
};

ReplicationSummary Summarise(const Measurements& measurements, const Confirmations& confirmations);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_REPLICATION_H_
