// What a tuning says of itself while it lasts. Pure.
#ifndef COLLTUNE_TUNER_SEARCH_TUNE_PROGRESS_H_
#define COLLTUNE_TUNER_SEARCH_TUNE_PROGRESS_H_

#include <optional>
#include <string>

#include "tuner/search/search.h"

namespace colltune::tune {

/// What is asked now, how many points are done, and what is best at the one that was asked before.
std::string DoingText(const Search& search, const Question& now,
                      const std::optional<Question>& before);

/// Until the search ends: when its budget is spent, or when all that it now wants to ask is asked,
/// each as long as the questions so far took on the average; whatever comes first.
std::optional<Seconds> TimeLeft(const Search& search);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_TUNE_PROGRESS_H_
