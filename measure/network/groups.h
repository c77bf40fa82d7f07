// Times experiments in groups of ranks, one group after another or many at the same time.
#ifndef COLLTUNE_MEASURE_NETWORK_GROUPS_H_
#define COLLTUNE_MEASURE_NETWORK_GROUPS_H_

#include <mpi.h>

#include <functional>
#include <span>
#include <vector>

#include "measure/clock/clock.h"
#include "measure/network/pairings.h"
#include "measure/network/repetition_limits.h"
#include "measure/network/samples.h"
#include "measure/statistics/statistics.h"
#include "measure/statistics/stopping_rule.h"

namespace colltune::measure {

/// An experiment in a group: `from` sends `there` to each of `to`, one right after another, and
/// then waits for answers of `back`, from all or from the last alone. Timed by `from`. Sizes are
/// below 2^31: counts of MPI-3.1 are int.
struct GroupExperiment {
  Bytes there;
  Bytes back;
  bool all_answer = true;
};

struct GroupOptions {
  /// Stopping rule of each group by itself; min_reps = max_reps asks for that many repetitions. The
  /// defaults are MPIBlib's.
  StoppingRule rule{.min_reps = 5, .max_reps = 100, .confidence = 0.95, .alpha = 0.025};
  /// Whether the groups of a round may be timed at the same time, if they do not disturb each
  /// other. To check this, `checked_rounds` rounds of two or more groups are first timed in both
  /// ways, with `checked_repetitions`. Where no round has two groups, groups take turns.
  bool parallel = true;
  int checked_rounds = 2;
  int checked_repetitions = 7;
  /// A group is disturbed if it takes longer by more than this share at the same time as others.
  /// Then no groups are timed at the same time. Noise above this share has the same effect.
  double most_interference = 0.1;
  /// Limit of all groups together, divided evenly between groups that take turns, or between
  /// rounds. A group that has used its part stops after kFewestRepetitions at the earliest.
  Seconds most_time = kUnlimited;
  /// Called between two rounds, collectively; returns alike on all ranks. After `false` no other
  /// round is timed. Where it is empty all rounds are.
  std::function<bool()> go_on = nullptr;

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

/// Time of one group: the median of its repetitions, and how precise it is.
struct GroupTime {
  Group group;
  Seconds time{};
  Seconds least{};
  Interval interval{};  ///< the median's, by the rule's confidence
  int repetitions = 0;
  /// Half the median's confidence interval over the median; infinite after too few repetitions.
  double error = 0;
};

struct GroupTimes {
  std::vector<GroupTime> times;  ///< of the groups that were timed, in the order of the rounds
  bool parallel = false;         ///< whether the groups of a round were timed at the same time
  /// Largest ratio in the check of a group's time at the same time as others to its time alone;
  /// 0 where nothing was checked.
  double worst_ratio = 0;
  Group worst_group;  ///< of worst_ratio
};

/// Times `experiment` in all groups of `rounds`, or as many rounds as go_on allows. Ranks outside
/// the groups being timed block meanwhile. In parallel, a round begins when the round before it has
/// ended for all. Collective over `comm`; rounds, experiment and options are the same on all ranks,
/// and so is the result. Throws as GroupOptions::Validate, and MpiError.
GroupTimes TimeGroups(MPI_Comm comm, const Clock& clock, std::span<const GroupRound> rounds,
                      const GroupExperiment& experiment, const GroupOptions& options);

/// Converts `groups` to samples for the models to fit. A group of two whose answers are as long as
/// its messages becomes a round trip.
std::vector<NetworkSample> ToSamples(const GroupTimes& groups, const GroupExperiment& experiment);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_GROUPS_H_
