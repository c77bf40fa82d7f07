// Whether MPICH 4.0.2 can work with a tree.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_CHECK_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_CHECK_H_

#include <string>

#include "profiles/exporters/mpich/mpich_algorithms.h"

namespace colltune {

/// Throws ProfileError, with the place in the tree, for what would end a program: a tree that MPICH
/// refuses when it starts, questions that it has no answer to, a call for which nothing is said,
/// and algorithms where what they need is not certain; and for what ranks would answer differently.
void CheckMpichTree(MpichLayer layer, const MpichLevel& tree, const std::string& file);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_CHECK_H_
