// File of the candidates that ended a job: the next start leaves these candidates out.
//
// Each line is a "hung" entry of a journal (journal_text.h), so a journal is such a file, too.
#ifndef COLLTUNE_TUNER_JOURNAL_FAILURE_LOG_H_
#define COLLTUNE_TUNER_JOURNAL_FAILURE_LOG_H_

#include <cstddef>
#include <string>
#include <vector>

#include "tuner/journal/failures.h"

namespace colltune::tune {

/// Environment variable that names the file, for commands that keep no journal.
inline constexpr const char* kFailuresVariable = "COLLTUNE_FAILURES";

/// Returns the path that kFailuresVariable holds; empty where the variable is not set.
std::string FailuresFile();

/// Returns the text of a file; empty where there is no such file.
std::string ReadLog(const std::string& path);

/// Reads the failures from a text of such lines; skips damaged lines and other entries.
Failures FailuresIn(const std::string& text);

/// Counts the "hung" lines of a file.
std::size_t CountEnds(const std::string& path);

/// Appends a trial that ended the job while its choices were performed, with the reason. Does
/// nothing for an empty path. Throws std::system_error.
void AppendFailure(const std::string& path, const Trial& trial, const std::string& reason);

/// Returns lines for a CrashNote, one for each choice of the trial: JSON up to the reason.
std::vector<std::string> CrashObjects(const Trial& trial);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_FAILURE_LOG_H_
