// Running a launcher and the processes that it starts, until the last one has ended.
#ifndef COLLTUNE_TUNER_JOB_RUN_JOB_H_
#define COLLTUNE_TUNER_JOB_RUN_JOB_H_

#include <string>
#include <vector>

namespace colltune::tune {

/// Starts `command`, a launcher, without standard input and in a process group of its own, and
/// waits for its end. Returns its exit code, or 128 plus the signal that ended it; kInterrupted
/// after a signal of tuner/job/interrupt.h, which this takes over, even if it came before.
///
/// Launchers may lose a signal while they start processes. So each rank on this machine (a process
/// below this one that runs the same program) gets it directly, and has some seconds to write what
/// it knows. Then the launcher is interrupted, on behalf of other hosts, and at last all processes
/// below this one are killed: within 5 s nothing is left. Each further signal skips a step.
/// Requires that no other child of this process runs.
int RunJob(std::vector<std::string> command);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_RUN_JOB_H_
