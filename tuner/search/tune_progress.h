// Progress texts of a tuning. Pure.
#ifndef COLLTUNE_TUNER_SEARCH_TUNE_PROGRESS_H_
#define COLLTUNE_TUNER_SEARCH_TUNE_PROGRESS_H_

#include <optional>
#include <string>

#include "tuner/search/planner.h"

namespace colltune::tune {

/// Returns what a trial asks, in words.
std::string DoingText(const Trial& trial);

/// Returns a line with the trial that runs now, how many points are done, and the best choice of
/// the trial asked before.
std::string DoingText(const Planner& planner, const Trial& now, const std::optional<Trial>& before);

/// Estimates the time until the search ends: the rest of the budget, or the trials left at the
/// mean time of the trials so far, whichever is shorter. Nothing without either.
std::optional<Seconds> TimeLeft(const Planner& planner);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_TUNE_PROGRESS_H_
