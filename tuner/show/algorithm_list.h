// Algorithms for people to choose from.
#ifndef COLLTUNE_TUNER_SHOW_ALGORITHM_LIST_H_
#define COLLTUNE_TUNER_SHOW_ALGORITHM_LIST_H_

#include <span>
#include <string>

#include "algorithms/algorithm.h"
#include "algorithms/native_names.h"

namespace colltune::tune {

/// What the MPI library has of its own for a collective.
using NativesOf = std::span<const NativeAlgorithm> (*)(Collective);

/// The algorithms of each of the collectives, those inside the MPI library, and what that does by
/// its own choice. To the left
/// the name as it is typed, with the standard value of each parameter; to the right a line each for
/// what the algorithm does, the least values, what it needs, and where it was published.
std::string ListText(std::span<const Algorithm> algorithms, std::span<const Collective> collectives,
                     NativesOf natives);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SHOW_ALGORITHM_LIST_H_
