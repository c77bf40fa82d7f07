// Restart of this program after a candidate ended its job.
#ifndef COLLTUNE_TUNER_JOURNAL_RELAUNCH_H_
#define COLLTUNE_TUNER_JOURNAL_RELAUNCH_H_

#include <string>
#include <vector>

namespace colltune::tune {

/// Starts the job by LaunchSelf, and returns the exit code. Where `file` (failure_log.h) has got
/// another line meanwhile, a candidate ended the job early: says so on standard error, and starts
/// the job again with `more` added to the arguments. `known` counts the lines of earlier jobs in
/// `file`. Throws as LaunchSelf does.
int LaunchPastFailures(std::vector<std::string> arguments, const std::string& file,
                       std::size_t known, const std::vector<std::string>& more);

/// Does the same for a command without a journal. The file is the one that kFailuresVariable names;
/// where the variable is not set, a temporary file, which is removed at the end.
int LaunchPastFailures(const std::vector<std::string>& arguments);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_RELAUNCH_H_
