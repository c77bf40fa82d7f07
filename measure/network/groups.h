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

namespace colltune {

/// What happens in a group: `from` sends `there` to each of `to`, one right after another, and
/// then waits for answers of `back`, from all or from the last alone. Timed by `from`. Sizes are
/// below 2^31: counts of MPI-3.1 are int.
struct GroupExperiment {
  Bytes there;
  Bytes back;
  bool all_answer = true;
};

struct GroupOptions {
  /// For each group by itself; min_reps = max_reps asks for that many. The defaults are MPIBlib's.
  StoppingRule rule{.min_reps = 5, .max_reps = 100, .confidence = 0.95, .alpha = 0.025};
  /// Whether the groups of a round may be timed at the same time, if they do not disturb each
  /// other: `checked_rounds` rounds of two or more groups are first timed in both ways, with
  /// `checked_repetitions`. Where no round has two, there is nothing to gain.
  bool parallel = true;
  int checked_rounds = 2;
  int checked_repetitions = 7;
  /// A group that takes longer by more than this share at the same time as others is disturbed,
  /// and then no groups are timed at the same time. Noise above it errs on that side, too.
  double most_interference = 0.1;
  /// Of all groups together. One that has had its part of it is repeated no more, once it has
  /// kFewestRepetitions.
  Seconds most_time = kUnlimited;
  /// Asked between two rounds, collectively and alike on all ranks; after `false` no other round is
  /// timed. Where it is empty all are.
  std::function<bool()> go_on = nullptr;

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

/// Medians and their precision.
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
  std::vector<GroupTime> times;  ///< in the order of the rounds, of those that were timed
  bool parallel = false;         ///< how they were taken
  /// The largest time at the same time as others over the time alone that was met in the check,
  /// and where; 0 where nothing was checked.
  double worst_ratio = 0;
  Group worst_group;
};

/// Times `experiment` in all groups of `rounds`, or as many as go_on allows. Ranks that are not in
/// a group that is timed wait for a message. In parallel, a round begins when the one before has
/// ended for all. Collective over `comm`; rounds, experiment and options are the same on all ranks,
/// and so is the result. Throws as GroupOptions::Validate, and MpiError.
GroupTimes TimeGroups(MPI_Comm comm, const Clock& clock, std::span<const GroupRound> rounds,
                      const GroupExperiment& experiment, const GroupOptions& options);

/// As samples for the models to fit; one to one with answers as long as the messages is a round
/// trip.
std::vector<NetworkSample> ToSamples(const GroupTimes& groups, const GroupExperiment& experiment);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_GROUPS_H_
