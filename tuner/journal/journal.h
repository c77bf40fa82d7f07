// The crash-safe record of what was measured: what is in it need not be measured again.
#ifndef COLLTUNE_TUNER_JOURNAL_JOURNAL_H_
#define COLLTUNE_TUNER_JOURNAL_JOURNAL_H_

#include <string>
#include <vector>

#include "tuner/journal/answers.h"
#include "tuner/journal/journal_file.h"
#include "tuner/journal/journal_text.h"

namespace colltune::tune {

/// What the good part of the journal in the file knows, which is left as it is. Throws JournalError
/// where there is none, and where it belongs to another machine or job.
Answers ReadAnswers(const std::string& path, const JournalOwner& owner);

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

  /// The number of this start of the program: 1, 2, ...; 0 before AppendRun.
  int run() const { return run_; }

  const Answers& known() const { return known_; }

  /// Requires to be called before any other Append...().
  void AppendRun(const std::string& date, const std::string& command);
  void AppendNetwork(const std::string& samples);
  /// Requires the answer's timings to be of the question's choices, in their order.
  void AppendAnswer(const Question& question, const Answer& answer);
  void AppendHung(const Question& question, const std::string& reason);

 private:
  Journal(const std::string& path, const JournalOwner& owner, bool resume);
  void Recover(const JournalOwner& owner);
  void Append(const JournalEntry& entry);

  JournalFile file_;
  std::vector<std::string> warnings_;
  Answers known_;
  int run_ = 0;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_JOURNAL_H_
