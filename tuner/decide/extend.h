// From what a job knows to decisions for more nodes than it has.
#ifndef COLLTUNE_TUNER_DECIDE_EXTEND_H_
#define COLLTUNE_TUNER_DECIDE_EXTEND_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "tuner/problem/question.h"
#include "tuner/search/forecast.h"
#include "tuner/search/search.h"

namespace colltune::tune {

/// What a tuning knows when it has measured.
struct Known {
  const Search& search;
  const std::vector<FittedModel>& models;
  std::span<const std::unique_ptr<Forecast>> forecasts;  ///< by these, in their order
  const std::vector<Answered>& trials;                   ///< of them
  std::span<const Place> places;                         ///< of the job's ranks
  const Machine& machine;                                ///< that the profile will know
};

struct Extension {
  std::vector<Row> rows;
  std::string text;  ///< what became of it, a line; empty where nothing was to be done
};

/// Rows for jobs on so many nodes, with as many ranks on each as this one has, and with one: by the
/// model that predicted best of those that can say what more nodes would be like; see RowBeyond.
/// Shows its progress unless `quiet`. Throws Interrupted when asked to stop.
Extension ExtendTo(const std::vector<int>& nodes, const Known& known, bool quiet);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_EXTEND_H_
