// The commands that start MPI jobs, and how each is told of variables for its ranks alone.
//
// A launcher's own process, and the shells between, need no preload. So the variables stand in the
// launcher's options where its syntax takes their values, and in its environment elsewhere.
#ifndef COLLTUNE_TUNER_JOB_LAUNCHERS_H_
#define COLLTUNE_TUNER_JOB_LAUNCHERS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiles/compiled/profile_path.h"

namespace colltune::tune {

/// LD_PRELOAD with `library` added to `others`, whose order and separators stay (man ld.so: colons
/// or spaces). In front: profilers hand a call to PMPI_..., past every library after them, while
/// ours hands it to the next library's MPI_.... A library of the same file name is not added twice;
/// the one that is there, maybe of another release, is replaced where it stands.
std::string WithPreload(std::string_view others, const std::string& library);

/// A variable of the ranks that preload.
struct Preloading {
  std::string library;  ///< without spaces and colons
  std::string profile;
};

using Variables = std::vector<std::pair<std::string, std::string>>;

/// A command, and what its environment has more than this process's.
struct PreparedCommand {
  std::vector<std::string> words;
  Variables environment;

  friend bool operator==(const PreparedCommand&, const PreparedCommand&) = default;
};

/// How `command` is started so that its ranks, or its program where it is no launcher, preload the
/// library with the profile. Libraries that the environment or the launcher's own options preload
/// stay; a profile that these options name is the one that is used. Requires a word.
PreparedCommand StartPreloading(const Preloading& preloading,
                                const std::vector<std::string>& command,
                                const Environment& environment);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_LAUNCHERS_H_
