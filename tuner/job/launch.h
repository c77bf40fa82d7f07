// Starting programs: this one under mpiexec, or an application.
#ifndef COLLTUNE_TUNER_JOB_LAUNCH_H_
#define COLLTUNE_TUNER_JOB_LAUNCH_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace colltune::tune {

/// The cores that this process may use.
int UsableCores();

/// The launcher: $MPIEXEC, else the mpiexec of the MPI library that colltune was built with, else
/// any mpiexec on PATH. Nothing where there is none.
std::optional<std::string> FindMpiexec();

/// Becomes the program of `command`, which is looked for on PATH, with `variables` added to its
/// environment. Returns only by std::system_error, when it cannot be started.
[[noreturn]] void Become(const std::vector<std::string>& command,
                         const std::vector<std::pair<std::string, std::string>>& variables);

/// Starts this program again with the same arguments under mpiexec, a rank on each core. Returns
/// what the command's exit code is to be: see RunJob. Throws std::invalid_argument without mpiexec.
int LaunchSelf(const std::vector<std::string>& arguments);

/// The path of this program's file.
std::string OwnPath();

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_LAUNCH_H_
