// Counterparts: MPICH 4.0.2's algorithms for colltune's choices, and the reverse.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_COUNTERPARTS_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_COUNTERPARTS_H_

#include <optional>
#include <string>

#include "profiles/exporters/exporters.h"

namespace colltune {

/// Returns MPICH's name, such as "MPIR_Bcast_intra_binomial"; nothing where MPICH has no near
/// algorithm, or cannot run it in such a call.
std::optional<Counterpart> MpichCounterpart(const Call& call, const Choice& choice);

/// Returns our choice for an algorithm of MPICH, named as by the control variables:
/// "mpich:binomial". For algorithms that colltune does not select by these variables, returns the
/// own algorithm, if any. Returns nothing for compositions.
std::optional<std::string> MpichChoiceOf(Collective collective, const std::string& name);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_COUNTERPARTS_H_
