// Settings of the preload library, from environment variables.
#ifndef COLLTUNE_TUNER_INTERCEPT_SETTINGS_H_
#define COLLTUNE_TUNER_INTERCEPT_SETTINGS_H_

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "algorithms/algorithm.h"
#include "algorithms/collective.h"
#include "profiles/compiled/profile_path.h"

namespace colltune::intercept {

/// Choices that are printed: none, each rule when it is first followed, or each call's.
enum class Log : unsigned char { kSilent, kRules, kCalls };

/// Ranks that print choices: one rank of MPI_COMM_WORLD, or one of these constants.
inline constexpr Rank kFirstOfEach = -1;  ///< the first rank of each communicator
inline constexpr Rank kEveryRank = -2;

/// Forced choices: for each collective none, or the choice for every call.
using Forced = std::array<std::optional<Choice>, kCollectiveNames.size()>;

/// Reads "bcast:binomial,COLLECTIVE:ALGORITHM..." as COLLTUNE_FORCE has it; empty text forces
/// nothing. Throws std::invalid_argument, which names the variable, the part that is wrong and
/// what is known instead.
Forced ParseForced(std::string_view text);

/// Values of the environment variables. An empty variable counts as not set.
struct Settings {
  bool disabled = false;             ///< COLLTUNE_DISABLE is 1; nothing else has been read then
  Log log = Log::kSilent;            ///< COLLTUNE_LOG is 0, 1 or 2
  Rank log_rank = kFirstOfEach;      ///< COLLTUNE_LOG_RANK is first, all or a rank
  std::string force;                 ///< COLLTUNE_FORCE, such that ParseForced accepts it
  std::string profile;               ///< COLLTUNE_PROFILE, not opened yet; empty: to be looked for
  std::string stats;                 ///< COLLTUNE_STATS; empty: nothing is written
  bool beside_accelerators = false;  ///< COLLTUNE_ACCELERATOR is follow, not library
};

/// Reads the settings. Throws std::invalid_argument, which names the variable, for an invalid
/// value.
Settings ReadSettings(const Environment& environment);

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_SETTINGS_H_
