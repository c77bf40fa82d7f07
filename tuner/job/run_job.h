// Running a launcher and the processes that it starts, until the last one has ended.
#ifndef COLLTUNE_TUNER_JOB_RUN_JOB_H_
#define COLLTUNE_TUNER_JOB_RUN_JOB_H_

#include <string>
#include <vector>

namespace colltune::tune {

/// Starts `command`, a launcher, without standard input and in a process group of its own, and
/// waits for its end. Returns the launcher's exit code, or 128 plus the signal that ended it.
/// Returns kInterrupted after a signal of tuner/job/interrupt.h, also after one before the call.
/// Takes these signals over.
///
/// Launchers may lose a signal while they start processes. So an interrupted job is ended in steps:
/// - Each rank on this machine gets the signal directly, and has some seconds to write its results.
///   A rank is a process below this one that runs the same program.
/// - The launcher is interrupted, on behalf of other hosts.
/// - All processes below this one are killed. Within 5 s nothing is left.
///
/// Each further signal skips a step. Requires that no other child of this process runs.
int RunJob(std::vector<std::string> command);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_RUN_JOB_H_
