// Check that MPICH can work with a tree.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_CHECK_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_CHECK_H_

#include <string>

#include "profiles/exporters/mpich/mpich_algorithms.h"

namespace colltune {

/// Throws ProfileError, with the place in the tree, for parts that would end a program or make its
/// ranks disagree:
/// - a tree that MPICH refuses when it starts;
/// - questions that MPICH has no answer to;
/// - a call for which nothing is said;
/// - algorithms whose needs are not certain to hold;
/// - questions that ranks would answer differently.
void CheckMpichTree(MpichRelease release, MpichLayer layer, const MpichLevel& tree,
                    const std::string& file);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_CHECK_H_
