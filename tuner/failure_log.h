// Candidates that ended a job, in a file: the next start leaves them out.
//
// A line is as in a journal ("hung"), which is such a file, too: journal_text.h.
#ifndef COLLTUNE_TUNER_FAILURE_LOG_H_
#define COLLTUNE_TUNER_FAILURE_LOG_H_

#include <cstddef>
#include <string>
#include <vector>

#include "tuner/failures.h"

namespace colltune {

/// Names the file for commands that keep no journal.
inline constexpr const char* kFailuresVariable = "COLLTUNE_FAILURES";

/// That of the variable; empty where there is none.
std::string FailuresFile();

/// The text of a file; empty where it is not there.
std::string ReadLog(const std::string& path);

/// What a text of such lines knows; those that are damaged are passed over.
Failures FailuresIn(const std::string& text);

/// How many lines there are of jobs that ended.
std::size_t CountEnds(const std::string& path);

/// Adds a question that ended the job while its choices were performed, and why. An empty path is
/// no file. Throws std::system_error.
void AppendFailure(const std::string& path, const Question& question, const std::string& reason);

/// Writes such a line when this process ends by a signal of its own fault, or by exit, while this
/// lives and it performs a candidate. One at a time for each process.
class CrashNote {
 public:
  /// Of the file, which is opened only then, and of a question's choices; an empty path is no file.
  CrashNote(std::string path, const Question& question, Rank rank);
  CrashNote(const CrashNote&) = delete;
  CrashNote& operator=(const CrashNote&) = delete;
  ~CrashNote() { Dismiss(); }

  /// From now on choice number `choice` is to blame. Takes no time that could be measured.
  void Performs(std::size_t choice) const;

  /// From now on nothing is written. May be called on any thread.
  static void Dismiss();

  // For the handler of signals.
  const std::string& path() const { return path_; }
  const std::string& object(std::size_t choice) const { return objects_[choice]; }
  Rank rank() const { return rank_; }

 private:
  const std::string path_;
  std::vector<std::string> objects_;  // by choice: the line's JSON up to its reason
  const Rank rank_;
};

}  // namespace colltune

#endif  // COLLTUNE_TUNER_FAILURE_LOG_H_
