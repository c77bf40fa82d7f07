// One choice for all sizes, for collectives whose ranks do not know sizes.
#ifndef COLLTUNE_TUNER_SEARCH_SIZE_INDEPENDENT_CHOICE_H_
#define COLLTUNE_TUNER_SEARCH_SIZE_INDEPENDENT_CHOICE_H_

#include <map>
#include <optional>
#include <string>

#include "profiles/decision_table.h"

namespace colltune::tune {

/// Measured candidates, by size and then by choice.
using CandidatesBySize = std::map<Bytes, std::map<ChoiceId, Candidate>>;

/// Returns a choice's gain: the logarithm of the library's median over the choice's, averaged over
/// the sizes. Returns nothing where the choice is significantly slower at some size, or was not
/// measured there. Requires a size.
std::optional<double> GainAtAllSizes(const CandidatesBySize& measured, ChoiceId choice);

/// Returns the gain of a choice that saves `saved_share` of the library's time.
double LogGain(double saved_share);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_SIZE_INDEPENDENT_CHOICE_H_
