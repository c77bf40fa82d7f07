// Index of a journal's entries: results, failures and hangs. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_JOURNAL_TRIAL_LOG_H_
#define COLLTUNE_TUNER_JOURNAL_TRIAL_LOG_H_

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "tuner/journal/failures.h"
#include "tuner/journal/journal_text.h"

namespace colltune::tune {

class TrialLog {
 public:
  TrialLog() = default;
  explicit TrialLog(std::span<const JournalEntry> entries);

  void Take(const JournalEntry& entry);

  const std::vector<JournalEntry>& entries() const { return entries_; }

  /// Returns all results, also of replications, in the order of the journal.
  std::vector<CompletedTrial> All() const;

  /// Returns the samples of the latest "network" entry; nullptr where there is none.
  const std::string* NetworkSamples() const;

  /// Finds the latest result of a trial with these choices in any order. Returns its timings in
  /// the order of `trial`.
  std::optional<TrialResult> Find(const Trial& trial) const;

  /// Candidates that failed, by themselves or with the job.
  const Failures& failures() const { return failures_; }

  /// Whether a trial with these choices, replication or not, once hung, deadlocked or crashed.
  bool HasHung(const Trial& trial) const;

  /// Whether a trial need not be run: it has a result, or has hung.
  bool Knows(const Trial& trial) const { return HasHung(trial) || Find(trial); }

  /// Returns the result of a trial that Knows() knows; without timings where the trial hung.
  TrialResult Known(const Trial& trial) const { return Find(trial).value_or(TrialResult{}); }

  /// Returns the trials of `trials` that Knows() knows, with their results.
  std::vector<CompletedTrial> Completed(const std::vector<Trial>& trials) const;

  /// Returns the time of all results together.
  Seconds Spent() const { return spent_; }

  /// Number of the latest run in the journal; 0 without any.
  int last_run() const { return last_run_; }

 private:
  std::vector<JournalEntry> entries_;
  std::map<std::string, std::size_t> results_;  ///< the latest index of entries_, by trial
  std::set<std::string> hung_;
  Failures failures_;
  Seconds spent_{};
  int last_run_ = 0;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_TRIAL_LOG_H_
