// A profile as trees of MPICH.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_WRITER_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_WRITER_H_

#include "profiles/exporters/mpich/mpich_algorithms.h"
#include "profiles/profile.h"

namespace colltune {

/// Returns MPICH's own tree of the layer, where the profile decides nothing. Where it does decide,
/// the tree of MPIR has its algorithms, and the tree of CH4 leads nowhere, so that MPIR decides.
MpichLevel MpichTreeOf(MpichRelease release, MpichLayer layer, const DecisionTable& table);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_WRITER_H_
