// What one rank has read and all ranks follow: their files and environments may differ, their
// decisions may not.
#ifndef COLLTUNE_TUNER_INTERCEPT_PLAN_H_
#define COLLTUNE_TUNER_INTERCEPT_PLAN_H_

#include <string>
#include <string_view>

#include "tuner/intercept/settings.h"

namespace colltune::intercept {

struct Plan {
  Log log = Log::kSilent;
  Rank log_rank = kFirstOfEach;
  std::string force;       ///< such that ParseForced accepts it
  std::string table;       ///< the bytes of a valid table of this machine; empty without a profile
  std::string stats = {};  ///< the absolute path for statistics; empty: none
  std::string profile = {};  ///< for statistics, the absolute path of the profile, if one is used
  std::string job = {};      ///< for statistics, the job's name
  bool beside_accelerators = false;  ///< choices are followed where one's library is loaded
  std::string warning = {};          ///< why none of those that there are is used; not sent

  /// False when there is nothing to do but to call the library.
  bool active() const { return !force.empty() || !table.empty() || !stats.empty(); }

  friend bool operator==(const Plan&, const Plan&) = default;
};

/// Reads the environment, and the rows for up to `ranks` of the profile that it names, or of the
/// one for this machine in the folders that there are for profiles. Throws std::exception, with
/// what() as "FILE[:LINE]: reason" or "VARIABLE: reason", for anything in them that cannot be used.
Plan ReadPlan(const Environment& environment, int ranks);

/// A plan as bytes, to be sent to the other ranks, but for its table, which is bytes already.
std::string Pack(const Plan& plan);

/// Requires bytes from Pack.
Plan Unpack(std::string_view bytes);

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_PLAN_H_
