// The crash-safe record of what was measured: what is in it need not be measured again.
#ifndef COLLTUNE_TUNER_JOURNAL_H_
#define COLLTUNE_TUNER_JOURNAL_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/journal_file.h"
#include "tuner/journal_text.h"

namespace colltune {

/// A journal and its file, which one process of a job has (rank 0). What an Append...() has taken
/// is on the disk when it returns, and survives whatever ends the process or the machine. One
/// thread at a time may use it. All throw JournalError, which names the file and what to do.
class Journal {
 public:
  /// A new journal. Refused where the file exists.
  static Journal Create(const std::string& path, const JournalOwner& owner);

  /// The journal in the file, to go on with. Refused where it belongs to another machine or job,
  /// and where another process has it. A file that was damaged is cut before its first bad line;
  /// that line and all after it are kept in path.bad, and warnings() say so.
  static Journal Resume(const std::string& path, const JournalOwner& owner);

  /// "FILE:LINE: what", for the user.
  const std::vector<std::string>& warnings() const { return warnings_; }

  const std::vector<JournalEntry>& entries() const { return entries_; }

  /// The number of this start of the program: 1, 2, ...; 0 before AppendRun.
  int run() const { return run_; }

  /// Of the most recent "network" entry; nullptr when there is none.
  const std::string* NetworkSamples() const;

  /// The answer to the question, its choices in any order, with the timings in the order of
  /// `question`; the most recent one.
  std::optional<Answer> Find(const Question& question) const;

  /// Whether a watchdog had to end it, or what it repeats, once.
  bool HasHung(const Question& question) const;

  /// What all answers took together.
  Seconds Spent() const { return spent_; }

  /// Requires to be called before any other Append...().
  void AppendRun(const std::string& date, const std::string& command);
  void AppendNetwork(const std::string& samples);
  /// Requires the answer's timings to be of the question's choices, in their order.
  void AppendAnswer(const Question& question, const Answer& answer);
  void AppendHung(const Question& question);

 private:
  Journal(const std::string& path, const JournalOwner& owner, bool resume);
  void Recover(const JournalOwner& owner);
  void Append(const JournalEntry& entry);
  void Take(const JournalEntry& entry);

  JournalFile file_;
  std::vector<std::string> warnings_;
  std::vector<JournalEntry> entries_;
  std::map<std::string, std::size_t> answers_;  ///< the latest index of entries_, by question
  std::set<std::string> hung_;
  Seconds spent_{};
  int last_run_ = 0;  ///< of those that are in the file
  int run_ = 0;
};

}  // namespace colltune

#endif  // COLLTUNE_TUNER_JOURNAL_H_
