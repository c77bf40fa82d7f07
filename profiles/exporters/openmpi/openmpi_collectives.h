// The collectives that Open MPI's component "tuned" has rules for, and the sizes by which it looks
// these up.
#ifndef COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_COLLECTIVES_H_
#define COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_COLLECTIVES_H_

#include <cstdint>
#include <span>

#include "algorithms/collective.h"
#include "algorithms/units.h"

namespace colltune {

/// The size of a call by which a rule is looked up.
enum class RuleSize {
  kMessage,     ///< what profiles/FORMAT.md counts
  kTotal,       ///< the same x ranks
  kSendBuffer,  ///< x ranks, by arguments of which MPI gives some ranks' no meaning
  kElement,     ///< of one element x ranks, whatever the count
  kNone,        ///< 0
};

struct TunedCollective {
  Collective collective;
  int id;  ///< in classic files; in JSON it has our name
  RuleSize size;
};

/// By rising id.
std::span<const TunedCollective> TunedCollectives();

/// nullptr where there can be no rules.
const TunedCollective* FindTuned(Collective collective);
const TunedCollective* FindTuned(std::int64_t id);

/// Whether all ranks of a call look its rule up by the same size, and that one tells sizes apart.
bool TellsSizes(const TunedCollective& tuned);

/// By what a call of so many bytes, as FORMAT.md counts them, is looked up. Elements have 8 bytes.
Bytes ToRuleSize(const TunedCollective& tuned, int ranks, Bytes bytes);

/// The fewest bytes, as FORMAT.md counts them, from which on calls are looked up by `size` or more;
/// 0 where their bytes do not matter.
Bytes FromRuleSize(const TunedCollective& tuned, int ranks, Bytes size);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_COLLECTIVES_H_
