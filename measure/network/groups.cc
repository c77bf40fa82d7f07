#include "measure/network/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "measure/network/messages.h"
#include "measure/statistics/statistics.h"

namespace colltune::measure {
namespace {

// Tags of the messages to a member of a group.
constexpr int kMessage = 1;  ///< part of the experiment
constexpr int kConfirm = 2;  ///< answer, so that `from` knows that all messages have arrived
constexpr int kStop = 3;     ///< that was the last repetition
constexpr int kTurn = 4;     ///< the next group may start

constexpr Bytes kEmpty{0};

/// Stopping rule and time limit of the repetitions of a group.
struct Repetition {
  StoppingRule rule;
  Seconds most = kUnlimited;
};

/// Returns the estimate from `times`. Equal times are known exactly (error 0): a clock too coarse
/// to see the experiment always reads 0.
Estimate Conclude(const StoppingRule& rule, const std::vector<Seconds>& times) {
  Estimate estimate = Evaluate(rule, times);
  if (estimate.high == estimate.low) estimate.error = 0;
  return estimate;
}

/// Runs one experiment in groups.
class GroupTimer {
 public:
  GroupTimer(MPI_Comm comm, const Clock& clock, const GroupExperiment& experiment)
      : messages_(comm), clock_(clock), experiment_(experiment) {
    messages_.Reserve(std::max(experiment.there, experiment.back));
  }

  /// Collective; all ranks get all times.
  std::vector<GroupTime> Run(std::span<const GroupRound> rounds, bool in_turn,
                             const Repetition& often, const std::function<bool()>& go_on) {
    std::vector<GroupTime> times;
    for (const GroupRound& round : rounds) {
      if (go_on && !times.empty() && !go_on()) break;
      for (const Group& group : round) {
        if (in_turn && !times.empty()) PassTurn(times.back().group.from, group.from);
        times.push_back({group});
        Take(times.back(), often);
      }
      if (!in_turn) Check(PMPI_Barrier(messages_.comm()));
    }
    // Ranks that are done would disturb the last groups, were they to share their times already.
    if (in_turn && !times.empty()) AwaitEndOf(times.back().group.from);
    Share(times);
    return times;
  }

 private:
  void AwaitEndOf(Rank last) {
    char end = 0;
    Check(PMPI_Bcast(&end, 1, MPI_CHAR, last, messages_.comm()));
  }

  void PassTurn(Rank from, Rank to) {
    if (from == to) return;
    if (messages_.self() == from) messages_.Send(to, kEmpty, kTurn);
    if (messages_.self() == to) messages_.Receive(from, kEmpty, kTurn);
  }

  void Take(GroupTime& time, const Repetition& often) {
    const Group& group = time.group;
    if (messages_.self() == group.from) {
      Lead(time, often);
    } else if (std::ranges::count(group.to, messages_.self()) > 0) {
      Follow(group.from, experiment_.all_answer || messages_.self() == group.to.back());
    }
  }

  void Lead(GroupTime& time, const Repetition& often) {
    std::vector<Seconds> times;
    Repeat(time.group);  // warms up, and waits until all are there
    const Seconds begin = clock_.Now();
    do {
      times.push_back(Repeat(time.group));
    } while (!Enough(often.rule, static_cast<int>(times.size()), times) &&
             !(times.size() >= kFewestRepetitions && clock_.Now() - begin >= often.most));
    for (const Rank to : time.group.to) messages_.Send(to, kEmpty, kStop);
    const Estimate estimate = Conclude(often.rule, times);
    time.time = estimate.value;
    time.repetitions = estimate.reps;
    time.least = Minimum(times);
    time.interval = {estimate.low, estimate.high};
    time.error = estimate.error;
  }

  Seconds Repeat(const Group& group) {
    const Rank last = group.to.back();
    const Seconds begin = clock_.Now();
    for (const Rank to : group.to) messages_.Send(to, experiment_.there, kMessage);
    for (const Rank to : group.to) {
      if (experiment_.all_answer || to == last) messages_.Receive(to, experiment_.back, kMessage);
    }
    const Seconds time = clock_.Now() - begin;
    for (const Rank to : group.to) {
      if (experiment_.all_answer || to == last) continue;
      messages_.Send(to, kEmpty, kConfirm);
      messages_.Receive(to, kEmpty, kConfirm);
    }
    return time;
  }

  void Follow(Rank from, bool answers) {
    for (;;) {
      const int tag = messages_.Receive(from, experiment_.there);
      if (tag == kStop) return;
      if (tag == kConfirm) messages_.Send(from, kEmpty, kConfirm);
      if (tag == kMessage && answers) messages_.Send(from, experiment_.back, kMessage);
    }
  }

  /// Shares the times by a sum over all ranks: each time is known to one rank, and 0 on all others.
  void Share(std::vector<GroupTime>& times) {
    std::vector<double> numbers;
    for (const GroupTime& time : times) {
      numbers.insert(numbers.end(), {time.time.count(), time.least.count(),
                                     time.interval.low.count(), time.interval.high.count(),
                                     static_cast<double>(time.repetitions), time.error});
    }
    Check(PMPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE,
                         MPI_SUM, messages_.comm()));
    auto number = numbers.begin();
    for (GroupTime& time : times) {
      for (Seconds* seconds : {&time.time, &time.least, &time.interval.low, &time.interval.high}) {
        *seconds = Seconds(*number++);
      }
      time.repetitions = static_cast<int>(*number++);
      time.error = *number++;
    }
  }

  Messages messages_;
  const Clock& clock_;
  const GroupExperiment experiment_;
};

double Ratio(Seconds together, Seconds alone) {
  if (together <= alone) return 1;  // luck, or a clock too coarse to see either
  return alone > Seconds(0) ? together / alone : std::numeric_limits<double>::infinity();
}

/// Returns at most `most` evenly spread rounds of two or more groups.
std::vector<GroupRound> RoundsToCheck(std::span<const GroupRound> rounds, int most) {
  std::vector<GroupRound> candidates;
  std::ranges::copy_if(rounds, std::back_inserter(candidates),
                       [](const GroupRound& round) { return round.size() > 1; });
  const std::size_t count = std::min(candidates.size(), static_cast<std::size_t>(most));
  std::vector<GroupRound> chosen;
  for (std::size_t i = 0; i < count; ++i) {
    chosen.push_back(candidates[i * candidates.size() / count]);
  }
  return chosen;
}

void LookForInterference(GroupTimer& timer, const std::vector<GroupRound>& rounds,
                         const GroupOptions& options, GroupTimes& result) {
  Repetition often{options.rule};
  often.rule.min_reps = often.rule.max_reps = options.checked_repetitions;
  for (const GroupRound& round : rounds) {
    const std::vector<GroupTime> alone = timer.Run({&round, 1}, true, often, {});
    const std::vector<GroupTime> together = timer.Run({&round, 1}, false, often, {});
    for (std::size_t i = 0; i < alone.size(); ++i) {
      const double ratio = Ratio(together[i].time, alone[i].time);
      if (ratio <= result.worst_ratio) continue;
      result.worst_ratio = ratio;
      result.worst_group = alone[i].group;
    }
  }
}

}  // namespace

void GroupOptions::Validate() const {
  const auto demand = [](bool holds, const std::string& message) {
    if (!holds) throw std::invalid_argument(message);
  };
  rule.Validate();
  demand(checked_rounds >= 1, fmt::format("checked rounds {} are below 1", checked_rounds));
  demand(checked_repetitions >= 1,
         fmt::format("checked repetitions {} are below 1", checked_repetitions));
  demand(most_interference >= 0, fmt::format("most interference {} is below 0", most_interference));
}

GroupTimes TimeGroups(MPI_Comm comm, const Clock& clock, std::span<const GroupRound> rounds,
                      const GroupExperiment& experiment, const GroupOptions& options) {
  options.Validate();
  const UniqueComm own = PrivateCopy(comm);
  GroupTimer timer(own.get(), clock, experiment);
  GroupTimes result;
  if (options.parallel) {
    const auto checked = RoundsToCheck(rounds, options.checked_rounds);
    LookForInterference(timer, checked, options, result);
    result.parallel = !checked.empty() && result.worst_ratio <= 1 + options.most_interference;
  }
  // Groups that take turns each get a part of the time; groups of a parallel round share one part.
  std::size_t turns = rounds.size();
  if (!result.parallel) {
    turns = 0;
    for (const GroupRound& round : rounds) turns += round.size();
  }
  const Seconds most = options.most_time / static_cast<double>(std::max<std::size_t>(turns, 1));
  result.times = timer.Run(rounds, !result.parallel, {options.rule, most}, options.go_on);
  return result;
}

std::vector<NetworkSample> ToSamples(const GroupTimes& groups, const GroupExperiment& experiment) {
  std::vector<NetworkSample> samples;
  for (const GroupTime& time : groups.times) {
    NetworkSample& sample = samples.emplace_back();
    const bool round_trip = time.group.to.size() == 1 && experiment.back == experiment.there;
    sample.experiment = round_trip              ? Experiment::kRoundTrip
                        : experiment.all_answer ? Experiment::kOneToMany
                                                : Experiment::kOneToManyLastAnswers;
    sample.from = time.group.from;
    sample.others.assign(time.group.to.begin(), time.group.to.end() - 1);
    sample.to = time.group.to.back();
    sample.bytes = experiment.there;
    if (!round_trip) sample.reply = experiment.back;
    sample.repetitions = time.repetitions;
    sample.time = time.time;
    sample.least = time.least;
    if (!std::isfinite(time.interval.high.count())) continue;
    sample.low = time.interval.low;
    sample.high = time.interval.high;
  }
  return samples;
}

}  // namespace colltune::measure
