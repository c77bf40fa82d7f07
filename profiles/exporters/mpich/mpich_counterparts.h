// Counterparts: MPICH's algorithms for colltune's choices, and the reverse.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_COUNTERPARTS_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_COUNTERPARTS_H_

#include <optional>
#include <string>

#include "profiles/exporters/exporters.h"
#include "profiles/exporters/mpich/mpich_release.h"

namespace colltune {

/// Returns MPICH's name with parameters, such as "MPIR_Bcast_intra_binomial"; nothing where the
/// release has no near algorithm, or cannot run it in such a call.
std::optional<Counterpart> MpichCounterpart(MpichRelease release, const Call& call,
                                            const Choice& choice);

/// Returns our choice for an algorithm of MPICH, named as by the control variables:
/// "mpich:binomial". For algorithms that colltune does not select by these variables, returns the
/// own algorithm, if any, and likewise where the parameters are not those of the variables. Returns
/// nothing for compositions.
std::optional<std::string> MpichChoiceOf(MpichRelease release, Collective collective,
                                         const std::string& name);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_COUNTERPARTS_H_
