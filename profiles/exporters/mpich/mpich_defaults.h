// MPICH's own choices, as trees.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_DEFAULTS_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_DEFAULTS_H_

#include <span>
#include <string_view>

#include "profiles/exporters/mpich/mpich_algorithms.h"

namespace colltune {

/// One way through a tree, and the outcome at its end. Ways that begin alike stand together, in the
/// order in which MPICH asks.
struct MpichDefault {
  std::string_view way;      ///< "barrier/comm_type=inter"
  std::string_view outcome;  ///< "inter_bcast", or of CH4 the letter of a composition
  MpichReleases releases = {};
};

/// Return the defaults of blocking and neighbourhood collectives, of nonblocking ones, and of CH4.
std::span<const MpichDefault> MpichBlockingDefaults();
std::span<const MpichDefault> MpichNonblockingDefaults();
std::span<const MpichDefault> MpichCh4Defaults();

/// Returns all defaults of a layer.
const MpichLevel& MpichDefaults(MpichRelease release, MpichLayer layer);

/// Returns the defaults of one collective. Requires that the layer has some.
const MpichLevel& MpichDefaults(MpichRelease release, MpichLayer layer,
                                std::string_view collective);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_DEFAULTS_H_
