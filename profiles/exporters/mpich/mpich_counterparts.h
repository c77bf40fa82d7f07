// Counterparts: MPICH 4.0.2's algorithms for colltune's choices, and the reverse.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_COUNTERPARTS_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_COUNTERPARTS_H_

#include <optional>
#include <string>

#include "profiles/exporters/exporters.h"

namespace colltune {

/// "MPIR_Bcast_intra_binomial"; nothing where MPICH has nothing near, or cannot run it in such a
/// call.
std::optional<Counterpart> MpichCounterpart(const Call& call, const Choice& choice);

/// "mpich:binomial", as the control variables name them, or what we have for those that we do not
/// select by these. Nothing for compositions.
std::optional<std::string> MpichChoiceOf(Collective collective, const std::string& name);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_COUNTERPARTS_H_
