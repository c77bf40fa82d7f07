// Whether roots that are decided by the first of them want the same as it does.
#ifndef COLLTUNE_TUNER_SEARCH_HALVE_ROOTS_H_
#define COLLTUNE_TUNER_SEARCH_HALVE_ROOTS_H_

#include <string>
#include <utility>
#include <vector>

#include "tuner/search/line.h"
#include "tuner/search/split_roots.h"

namespace colltune::tune {

/// Those of the lower ranks, and the others, which are as many or one more. The first half is empty
/// where there is one root.
std::pair<RootSet, RootSet> Halves(const RootSet& roots);

/// What is left of a set behind those.
RootSet Without(const RootSet& set, const Roots& roots);

/// What may be the best at a measured size with a root that is expected to be like the line's: all
/// that are near the best there. Where ranks do not know the size, those of all sizes.
std::vector<std::string> NearBest(const Line& line, Bytes bytes);

/// Whether at a measured size what `others` choose loses more than kRootLoss against what `own`
/// chooses.
bool Disagree(const Line& line, const Choices& own, const Choices& others);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_HALVE_ROOTS_H_
