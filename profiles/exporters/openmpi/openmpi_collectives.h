// The collectives that Open MPI's component "tuned" has rules for, and the sizes by which rules are
// looked up.
#ifndef COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_COLLECTIVES_H_
#define COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_COLLECTIVES_H_

#include <cstdint>
#include <span>

#include "algorithms/collective.h"
#include "algorithms/units.h"

namespace colltune {

/// The size of a call by which a rule is looked up.
enum class RuleSize {
  kMessage,     ///< bytes, as profiles/FORMAT.md counts them
  kTotal,       ///< kMessage x ranks
  kSendBuffer,  ///< kMessage x ranks, by arguments that MPI ignores on some ranks
  kElement,     ///< one element x ranks, whatever the count
  kNone,        ///< 0
};

struct TunedCollective {
  Collective collective;
  int id;  ///< number in classic files; files in JSON use our name
  RuleSize size;
};

/// Returns all collectives, by rising id.
std::span<const TunedCollective> TunedCollectives();

/// Return nullptr where there can be no rules.
const TunedCollective* FindTuned(Collective collective);
const TunedCollective* FindTuned(std::int64_t id);

/// Tells whether all ranks of a call look up its rule by the same size, and this size tells calls
/// apart.
bool TellsSizes(const TunedCollective& tuned);

/// Returns the size by which a call of `bytes`, as FORMAT.md counts them, is looked up. Elements
/// have 8 bytes.
Bytes ToRuleSize(const TunedCollective& tuned, int ranks, Bytes bytes);

/// Returns the fewest bytes, as FORMAT.md counts them, from which on calls are looked up by `size`
/// or more; 0 where the bytes do not matter.
Bytes FromRuleSize(const TunedCollective& tuned, int ranks, Bytes size);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_COLLECTIVES_H_
