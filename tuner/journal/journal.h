// Journal of a tuning: a crash-safe record of measurements, which need not be repeated.
#ifndef COLLTUNE_TUNER_JOURNAL_JOURNAL_H_
#define COLLTUNE_TUNER_JOURNAL_JOURNAL_H_

#include <string>
#include <vector>

#include "tuner/journal/journal_file.h"
#include "tuner/journal/journal_text.h"
#include "tuner/journal/trial_log.h"

namespace colltune::tune {

/// Reads the entries of a journal up to the first bad line, and leaves the file as it is. Throws
/// JournalError where there is no file, and where the journal belongs to another machine or job.
TrialLog ReadTrialLog(const std::string& path, const JournalOwner& owner);

/// Reads a journal of any machine and job up to the first bad line, and leaves the file as it is.
/// Throws JournalError where there is no file, no first line, or another version.
JournalReading ReadAnyJournal(const std::string& path);

/// A journal and its file, held by one process of a job (rank 0). When an Append...() returns, its
/// entry is on the disk, and survives whatever ends the process or the machine. One thread at a
/// time may use a journal. All functions throw JournalError, which names the file and what to do.
class Journal {
 public:
  /// Creates a journal. Throws where the file exists.
  static Journal Create(const std::string& path, const JournalOwner& owner);

  /// Opens the journal in a file, to continue it. Throws where the journal belongs to another
  /// machine or job, and where another process has the file. A damaged file is cut before its first
  /// bad line; that line and all after it are moved to path.bad, and warnings() say so.
  static Journal Resume(const std::string& path, const JournalOwner& owner);

  /// Warnings for the user: "FILE:LINE: what".
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// The number of this start of the program: 1, 2, ...; 0 before AppendRun.
  int run() const { return run_; }

  const TrialLog& known() const { return known_; }

  /// Begins a run. Must be called before any other Append...().
  void AppendRun(const std::string& date, const std::string& command);
  void AppendNetwork(const std::string& samples);
  /// Requires the result's timings to be of the trial's choices, in their order.
  void AppendResult(const Trial& trial, const TrialResult& result);
  void AppendHung(const Trial& trial, const std::string& reason);

 private:
  Journal(const std::string& path, const JournalOwner& owner, bool resume);
  void Recover(const JournalOwner& owner);
  void Append(const JournalEntry& entry);

  JournalFile file_;
  std::vector<std::string> warnings_;
  TrialLog known_;
  int run_ = 0;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_JOURNAL_H_
