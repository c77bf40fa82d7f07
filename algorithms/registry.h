// The table of all algorithms.
#ifndef COLLTUNE_ALGORITHMS_REGISTRY_H_
#define COLLTUNE_ALGORITHMS_REGISTRY_H_

#include <span>
#include <string_view>

#include "algorithms/algorithm.h"

namespace colltune {

/// The name that stands for the MPI library's own implementation wherever an algorithm is named.
/// It is not in the registry, since it has no schedule.
inline constexpr std::string_view kLibrary = "library";

/// Every algorithm, those of one collective next to each other; lives as long as the program.
std::span<const Algorithm> Algorithms();

/// Those of one collective.
std::span<const Algorithm> Algorithms(Collective collective);

/// The algorithm of that name, or nullptr.
const Algorithm* FindAlgorithm(Collective collective, std::string_view name);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_REGISTRY_H_
