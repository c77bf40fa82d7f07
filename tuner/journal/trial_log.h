// Index of a journal's entries: answers, failures and hangs. Pure: no MPI, no clock, no files.
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

class Answers {
 public:
  Answers() = default;
  explicit Answers(std::span<const JournalEntry> entries);

  void Take(const JournalEntry& entry);

  const std::vector<JournalEntry>& entries() const { return entries_; }

  /// Returns all answers, also to replications, in the order of the journal.
  std::vector<Answered> All() const;

  /// Returns the samples of the latest "network" entry; nullptr where there is none.
  const std::string* NetworkSamples() const;

  /// Finds the latest answer to a question with these choices in any order. Returns its timings in
  /// the order of `question`.
  std::optional<Answer> Find(const Question& question) const;

  /// Candidates that failed, by themselves or with the job.
  const Failures& failures() const { return failures_; }

  /// Whether a question with these choices, replication or not, once hung, deadlocked or crashed.
  bool HasHung(const Question& question) const;

  /// Whether a question need not be asked: it has an answer, or has hung.
  bool Knows(const Question& question) const { return HasHung(question) || Find(question); }

  /// Returns the answer to a question that Knows() knows; without timings where the question hung.
  Answer Known(const Question& question) const { return Find(question).value_or(Answer{}); }

  /// Returns the time of all answers together.
  Seconds Spent() const { return spent_; }

  /// Number of the latest run in the journal; 0 without any.
  int last_run() const { return last_run_; }

 private:
  std::vector<JournalEntry> entries_;
  std::map<std::string, std::size_t> answers_;  ///< the latest index of entries_, by question
  std::set<std::string> hung_;
  Failures failures_;
  Seconds spent_{};
  int last_run_ = 0;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_TRIAL_LOG_H_
