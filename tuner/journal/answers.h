// What the entries of a journal know. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_JOURNAL_ANSWERS_H_
#define COLLTUNE_TUNER_JOURNAL_ANSWERS_H_

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

  /// Repetitions among them, in the order of the journal.
  std::vector<Answered> All() const;

  /// Of the most recent "network" entry; nullptr when there is none.
  const std::string* NetworkSamples() const;

  /// The answer to the question, its choices in any order, with the timings in the order of
  /// `question`; the most recent one.
  std::optional<Answer> Find(const Question& question) const;

  /// Candidates that failed, by themselves or with the job.
  const Failures& failures() const { return failures_; }

  /// Whether a watchdog had to end it, or what it repeats, once.
  bool HasHung(const Question& question) const;

  /// Whether it has an answer: none of its candidates' times where it has hung.
  bool Knows(const Question& question) const { return HasHung(question) || Find(question); }

  /// The answer to what is known.
  Answer Known(const Question& question) const { return Find(question).value_or(Answer{}); }

  /// What all answers took together.
  Seconds Spent() const { return spent_; }

  /// The number of the last run that is in it.
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

#endif  // COLLTUNE_TUNER_JOURNAL_ANSWERS_H_
