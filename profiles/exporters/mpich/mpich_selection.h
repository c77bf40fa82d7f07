// What MPICH 4.0.2 runs by its trees.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_SELECTION_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_SELECTION_H_

#include <memory>
#include <optional>

#include "profiles/exporters/exporters.h"
#include "profiles/exporters/mpich/mpich_facts.h"

namespace colltune {

/// What is known of a user's call besides its size, but whether it is in place, regular, or what
/// its operation is.
MpichFacts FactsOf(const MpichCollective& collective, const Call& call);

/// As MPICH looks calls up: of reductions sums of doubles, of all else bytes; none in place, all
/// blocks of equal size, not multithreaded. Without a tree for CH4 calls go to MPIR at once, as
/// with MPIR_CVAR_DEVICE_COLLECTIVES=none.
std::unique_ptr<Selection> MakeMpichSelection(MpichLevel mpir, std::optional<MpichLevel> ch4);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_SELECTION_H_
