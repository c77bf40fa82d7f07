// The processes below one, as /proc shows them.
#ifndef COLLTUNE_TUNER_JOB_DESCENDANTS_H_
#define COLLTUNE_TUNER_JOB_DESCENDANTS_H_

#include <sys/types.h>

#include <string>
#include <vector>

namespace colltune::tune {

struct Process {
  pid_t id = 0;
  pid_t parent = 0;
};

/// Children of `ancestor`, theirs, and so on, that still run, in no order. A process that is
/// started meanwhile may be missing.
std::vector<Process> Descendants(pid_t ancestor);

/// The file that a process runs; empty where that is not to be known.
std::string ProgramOf(pid_t process);

/// Whether a process has a handler for a signal.
bool Handles(pid_t process, int signal);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_DESCENDANTS_H_
