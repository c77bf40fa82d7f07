// Starting this program again behind a candidate that ended its job.
#ifndef COLLTUNE_TUNER_JOURNAL_RELAUNCH_H_
#define COLLTUNE_TUNER_JOURNAL_RELAUNCH_H_

#include <string>
#include <vector>

namespace colltune::tune {

/// LaunchSelf; where the job has ended early, and `file` (failure_log.h) has got another line
/// since, again and with `more` behind the arguments. `known`: the lines that are not of this job.
/// Says so on standard error. Throws as LaunchSelf does.
int LaunchPastFailures(std::vector<std::string> arguments, const std::string& file,
                       std::size_t known, const std::vector<std::string>& more);

/// The same for a command without a journal, with the file that kFailuresVariable names; without,
/// with one that is removed at the end.
int LaunchPastFailures(const std::vector<std::string>& arguments);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_RELAUNCH_H_
