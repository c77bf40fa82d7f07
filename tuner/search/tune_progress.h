// Progress texts of a tuning. Pure.
#ifndef COLLTUNE_TUNER_SEARCH_TUNE_PROGRESS_H_
#define COLLTUNE_TUNER_SEARCH_TUNE_PROGRESS_H_

#include <optional>
#include <string>

#include "tuner/search/search.h"

namespace colltune::tune {

/// Returns a line with the question asked now, how many points are done, and the best choice of the
/// question asked before.
std::string DoingText(const Search& search, const Question& now,
                      const std::optional<Question>& before);

/// Estimates the time until the search ends: the rest of the budget, or the questions left at the
/// mean time of the questions so far, whichever is shorter. Nothing without either.
std::optional<Seconds> TimeLeft(const Search& search);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_TUNE_PROGRESS_H_
