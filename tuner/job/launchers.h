// How launchers of MPI jobs are found, and how each one passes variables to its ranks alone. The
// table of launchers is algorithms/mpi_libraries.
//
// A launcher's own process, and the shells between, need no preload. So the variables stand in the
// launcher's options where its syntax takes their values, and in its environment elsewhere.
#ifndef COLLTUNE_TUNER_JOB_LAUNCHERS_H_
#define COLLTUNE_TUNER_JOB_LAUNCHERS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/mpi_libraries/mpi_libraries.h"
#include "profiles/compiled/profile_path.h"

namespace colltune::tune {

/// Returns LD_PRELOAD with `library` added to `others`, whose order and separators stay (man ld.so:
/// colons or spaces).
/// - `library` comes first: profilers hand a call to PMPI_..., past every library after them, while
///   ours hands a call to the next library's MPI_....
/// - A library of the same file name in `others`, maybe of another release, is replaced where it
///   stands. Further ones are removed.
std::string WithPreload(std::string_view others, const std::string& library);

/// The library that ranks preload, and its profile.
struct Preloading {
  std::string library;  ///< without spaces and colons
  std::string profile;
};

using Variables = std::vector<std::pair<std::string, std::string>>;

/// A command, and the variables to add to this process's environment for it.
struct PreparedCommand {
  std::vector<std::string> words;
  Variables environment;

  friend bool operator==(const PreparedCommand&, const PreparedCommand&) = default;
};

/// Prepares `command` so that its ranks preload the library with the profile. If `command` is no
/// launcher, its program does. Libraries that the environment or the launcher's own options preload
/// stay. A profile that the launcher's options name replaces `preloading.profile`. `mpi` is the
/// library whose mpiexec and mpirun these names mean. Requires a word.
PreparedCommand StartPreloading(const Preloading& preloading,
                                const std::vector<std::string>& command,
                                const Environment& environment, const MpiLibrary& mpi);

/// Returns the names by which to look for the library's mpiexec, best first.
std::vector<std::string> MpiexecNames(const MpiLibrary& mpi);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_LAUNCHERS_H_
