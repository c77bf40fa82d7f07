// The table of all algorithms.
#ifndef COLLTUNE_ALGORITHMS_REGISTRY_H_
#define COLLTUNE_ALGORITHMS_REGISTRY_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/algorithm.h"

namespace colltune {

/// The name that stands for the MPI library's own implementation wherever an algorithm is named.
/// It is not in the registry, since it has no schedule.
inline constexpr std::string_view kLibrary = "library";

/// What stands before the name of an algorithm inside the MPI library: "mpich:binomial".
inline constexpr std::string_view kNativePrefix = "mpich:";

/// Every algorithm, those of one collective next to each other; lives as long as the program.
std::span<const Algorithm> Algorithms();

/// Those of one collective.
std::span<const Algorithm> Algorithms(Collective collective);

/// The algorithm of that name, or nullptr.
const Algorithm* FindAlgorithm(Collective collective, std::string_view name);

/// "knomial:k=8:segment=64K" -> that algorithm with these values, and the standard ones where none
/// is given; "library" -> the library's own. "mpich:" and any name of [a-z0-9_] -> that algorithm
/// of the library, whether or not there is one: profiles are read where no MPI is. Throws
/// std::invalid_argument that names the fault and what is known instead.
Choice ParseChoice(Collective collective, std::string_view text);

/// The text that ParseChoice reads back, with the values of all parameters.
std::string ToText(const Choice& choice);

/// Every algorithm of a collective with its standard parameters.
std::vector<Choice> StandardChoices(Collective collective);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_REGISTRY_H_
