// Candidates that ended a job, in a file: the next start leaves them out.
//
// A line is as in a journal ("hung"), which is such a file, too: journal_text.h.
#ifndef COLLTUNE_TUNER_JOURNAL_FAILURE_LOG_H_
#define COLLTUNE_TUNER_JOURNAL_FAILURE_LOG_H_

#include <cstddef>
#include <string>
#include <vector>

#include "tuner/journal/failures.h"

namespace colltune::tune {

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

/// Lines, one for each choice of the question, for a CrashNote: JSON up to the reason.
std::vector<std::string> CrashObjects(const Question& question);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_FAILURE_LOG_H_
