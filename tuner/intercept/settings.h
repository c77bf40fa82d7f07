// What the environment asks of the preload library.
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

/// What is printed of what is chosen: nothing, each rule when it is first followed, or each call.
enum class Log : unsigned char { kSilent, kRules, kCalls };

/// Who prints it: a rank of MPI_COMM_WORLD, or one of these.
inline constexpr Rank kFirstOfEach = -1;  ///< the first rank of each communicator
inline constexpr Rank kEveryRank = -2;

/// For each collective: nothing forced, or what to use for every call.
using Forced = std::array<std::optional<Choice>, kCollectiveNames.size()>;

/// Reads "bcast:binomial,COLLECTIVE:ALGORITHM..." as COLLTUNE_FORCE has it; empty text forces
/// nothing. Throws std::invalid_argument, which names the variable, the part that is wrong and
/// what is known instead.
Forced ParseForced(std::string_view text);

/// An environment variable that is empty counts as not set.
struct Settings {
  bool disabled = false;             ///< COLLTUNE_DISABLE is 1; nothing else has been read then
  Log log = Log::kSilent;            ///< COLLTUNE_LOG is 0, 1 or 2
  Rank log_rank = kFirstOfEach;      ///< COLLTUNE_LOG_RANK is first, all or a rank
  std::string force;                 ///< COLLTUNE_FORCE, such that ParseForced accepts it
  std::string profile;               ///< COLLTUNE_PROFILE, not opened yet; empty: to be looked for
  std::string stats;                 ///< COLLTUNE_STATS; empty: nothing is written
  bool beside_accelerators = false;  ///< COLLTUNE_ACCELERATOR is follow, not library
};

/// Throws std::invalid_argument, which names the variable, for a value that has no meaning.
Settings ReadSettings(const Environment& environment);

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_SETTINGS_H_
