// One choice for all sizes: of collectives whose ranks do not know them.
#ifndef COLLTUNE_TUNER_SEARCH_ALL_SIZES_H_
#define COLLTUNE_TUNER_SEARCH_ALL_SIZES_H_

#include <map>
#include <optional>
#include <string>

#include "profiles/decision_table.h"

namespace colltune::tune {

/// What was measured, by size and choice.
using CandidatesBySize = std::map<Bytes, std::map<std::string, Candidate>>;

/// The mean, over the sizes, of the logarithm of how many times as fast as the library a choice
/// is; nothing where it is significantly slower at one of them, or was not measured. Requires a
/// size.
std::optional<double> GainAtAllSizes(const CandidatesBySize& measured, const std::string& choice);

/// The library's time over that of a choice that saves a share of it, as a logarithm.
double LogGain(double saved_share);

struct ChoiceForAll {
  std::string choice;
  double gain = 0;  ///< see GainAtAllSizes
};

/// The one of the largest gain, if that is more than `margin`, a share of the library's time; else
/// the library. Requires a size.
ChoiceForAll ChooseForAll(const CandidatesBySize& measured, double margin);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_ALL_SIZES_H_
