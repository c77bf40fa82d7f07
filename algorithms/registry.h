// The table of all algorithms.
#ifndef COLLTUNE_ALGORITHMS_REGISTRY_H_
#define COLLTUNE_ALGORITHMS_REGISTRY_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/choice_id.h"

namespace colltune {

/// Every algorithm, those of one collective next to each other; lives as long as the program.
std::span<const Algorithm> Algorithms();

/// Returns the algorithms of one collective.
std::span<const Algorithm> Algorithms(Collective collective);

/// The algorithm of that name, or nullptr.
const Algorithm* FindAlgorithm(Collective collective, std::string_view name);

/// Parses the text of a choice:
/// - "knomial:k=8:segment=64K": that algorithm with these values; other parameters have standard
///   values;
/// - "library": the library's own implementation;
/// - "mpich:" and any name of [a-z0-9_]: that algorithm of the library, whether or not it exists,
///   since profiles are read where no MPI is;
/// - a former name, which profiles may have.
///
/// Throws std::invalid_argument that names the fault and the known alternatives.
Choice ParseChoice(Collective collective, std::string_view text);

/// The text that ParseChoice reads back, with the values of all parameters.
std::string ToText(const Choice& choice);

/// Every algorithm of a collective with its standard parameters.
std::vector<Choice> StandardChoices(Collective collective);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_REGISTRY_H_
