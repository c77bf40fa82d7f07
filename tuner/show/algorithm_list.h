// Algorithms for people to choose from.
#ifndef COLLTUNE_TUNER_SHOW_ALGORITHM_LIST_H_
#define COLLTUNE_TUNER_SHOW_ALGORITHM_LIST_H_

#include <span>
#include <string>

#include "algorithms/algorithm.h"
#include "algorithms/native_names.h"

namespace colltune::tune {

/// Lists the MPI library's own algorithms for a collective.
using NativesOf = std::span<const NativeAlgorithm> (*)(Collective);

/// Lists for each collective our algorithms, those inside the MPI library, and the library's own
/// choice. The left column has the name as it is typed, with the standard value of each parameter.
/// The right column has a line each for the summary, the least values or names of parameters, the
/// needs, and the publication.
std::string ListText(std::span<const Algorithm> algorithms, std::span<const Collective> collectives,
                     NativesOf natives);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SHOW_ALGORITHM_LIST_H_
