// Startup configuration that rank 0 reads and all ranks follow: ranks' files and environments may
// differ, their decisions may not.
#ifndef COLLTUNE_TUNER_INTERCEPT_STARTUP_CONFIG_H_
#define COLLTUNE_TUNER_INTERCEPT_STARTUP_CONFIG_H_

#include <string>
#include <string_view>

#include "tuner/intercept/settings.h"

namespace colltune::intercept {

struct StartupConfig {
  Log log = Log::kSilent;
  Rank log_rank = kFirstOfEach;
  std::string force;       ///< such that ParseForced accepts it
  std::string table;       ///< the bytes of a valid table of this machine; empty without a profile
  std::string stats = {};  ///< the absolute path for statistics; empty: none
  std::string profile = {};  ///< for statistics, the absolute path of the profile, if one is used
  std::string job = {};      ///< for statistics, the job's name
  bool beside_accelerators = false;  ///< follow choices where an accelerator library is loaded
  std::string warning = {};          ///< why no profile of the folders is used; not packed

  /// False when there is nothing to do but to call the library.
  bool active() const { return !force.empty() || !table.empty() || !stats.empty(); }

  friend bool operator==(const StartupConfig&, const StartupConfig&) = default;
};

/// Reads the environment, and a profile's rows for up to `ranks` ranks. The profile is the one that
/// the environment names, else this machine's in the profile folders; an error of the search is not
/// thrown, but becomes Plan::warning. Throws std::exception for an environment or profile that
/// cannot be used, with what() as "FILE[:LINE]: reason" or "VARIABLE: reason".
StartupConfig ReadStartupConfig(const Environment& environment, int ranks);

/// Returns a plan as bytes, to be sent to the other ranks. Leaves out the warning, and the table,
/// which is bytes already.
std::string Pack(const StartupConfig& plan);

/// Returns the plan of bytes from Pack, without a table.
StartupConfig Unpack(std::string_view bytes);

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_STARTUP_CONFIG_H_
