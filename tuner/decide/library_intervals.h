// Sizes between measured ones at which the library is expected to be faster than a rule's choice.
#ifndef COLLTUNE_TUNER_DECIDE_LIBRARY_INTERVALS_H_
#define COLLTUNE_TUNER_DECIDE_LIBRARY_INTERVALS_H_

#include <vector>

#include "tuner/search/decide.h"

namespace colltune::tune {

/// Returns `rules` with such intervals of sizes given to the library. The evidence of an interval
/// is the estimates at its middle size. Measured sizes stay as they were decided. Requires rules by
/// rising size, as MakeRules makes them.
std::vector<Rule> GiveToLibrary(const std::vector<Rule>& rules, const Estimates& estimates);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_LIBRARY_INTERVALS_H_
