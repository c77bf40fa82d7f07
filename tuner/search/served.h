// The other problems that a decision serves, and the choice that suits them all. Pure.
#ifndef COLLTUNE_TUNER_SEARCH_SERVED_H_
#define COLLTUNE_TUNER_SEARCH_SERVED_H_

#include <span>
#include <vector>

#include "tuner/search/measurements.h"

namespace colltune::tune {

/// Returns problems that the decision for `problem` serves too, at most four: with other roots of
/// its group, and on other communicators that applications make (SearchSpace::alike). None where
/// its row has none.
std::vector<Problem> ServedBy(const SearchSpace& space, const Problem& problem);

/// A candidate at the problem that was looked at.
struct Contender {
  ChoiceId choice;
  double mean = 0;    ///< logarithm of seconds
  double within = 0;  ///< error of its saving against the library, as a logarithm
};

/// Returns the contender that suits `problem` and all `served` ones, by the growth of its predicted
/// time from one to another: the one of the smallest mean of those that are faster than the library
/// on the average, by more than the margin and their error, and slower by more than the margin with
/// no root. The library's time grows as that of the algorithm that it behaves like. Returns the
/// library where there is none. Requires the library among the contenders.
ChoiceId SuitsAll(const Measurements& measurements, const Problem& problem,
                  std::span<const Problem> served, std::vector<Contender> contenders);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_SERVED_H_
