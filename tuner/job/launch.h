// Starting programs: this one under mpiexec, or an application.
#ifndef COLLTUNE_TUNER_JOB_LAUNCH_H_
#define COLLTUNE_TUNER_JOB_LAUNCH_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace colltune::tune {

/// Returns the number of cores that this process may use; 1 if the system does not tell.
int UsableCores();

/// Returns the path of the launcher, or nothing if there is no such program:
/// - $MPIEXEC, if it is set;
/// - else the mpiexec of the MPI library that colltune was built with;
/// - else any mpiexec on PATH.
std::optional<std::string> FindMpiexec();

/// Replaces this process by the program of `command`, found on PATH, with `variables` added to the
/// environment. Throws std::system_error if the program cannot be started; else never returns.
[[noreturn]] void Become(const std::vector<std::string>& command,
                         const std::vector<std::pair<std::string, std::string>>& variables);

/// Starts this program again with the same arguments under mpiexec, a rank on each core. Returns
/// the exit code for the command: that of RunJob, or kJobFailed for a code above kInterrupted.
/// Throws std::invalid_argument without mpiexec, and on a single core.
int LaunchSelf(const std::vector<std::string>& arguments);

/// The path of this program's file.
std::string OwnPath();

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_LAUNCH_H_
