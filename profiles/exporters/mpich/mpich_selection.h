// Selection: the algorithm that MPICH runs by its trees.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_SELECTION_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_SELECTION_H_

#include <memory>
#include <optional>

#include "profiles/exporters/exporters.h"
#include "profiles/exporters/mpich/mpich_facts.h"

namespace colltune {

/// Returns the facts of a user's call, except its size, its operation, and whether it is in place
/// or regular.
MpichFacts FactsOf(MpichRelease release, const MpichCollective& collective, const Call& call);

/// Makes the selection by trees. Assumes sums of doubles for reductions and bytes for all else,
/// nothing in place, blocks of equal size, and one thread. Without a tree for CH4 calls go to MPIR
/// at once, as with MPIR_CVAR_DEVICE_COLLECTIVES=none.
std::unique_ptr<Selection> MakeMpichSelection(MpichRelease release, MpichLevel mpir,
                                              std::optional<MpichLevel> ch4);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_SELECTION_H_
