// A search on a made-up machine, for tests.
#ifndef COLLTUNE_TESTS_TUNER_SEARCHING_H_
#define COLLTUNE_TESTS_TUNER_SEARCHING_H_

#include "tuner/search/planner.h"

namespace colltune::tune {

/// The space of a search whose times are exact, and how to plan in it.
struct SearchSetup : SearchSpace {
  SearchSetup() { timing = TimingModel::kExact; }

  PlannerOptions plan;
};

/// Measurements, and the planner that asks for them.
struct Searching {
  Searching(const SearchSetup& setup, const Predictor& predictor)
      : measurements(setup, DecisionRule{}, predictor), planner(measurements, setup.plan) {}

  Measurements measurements;
  Planner planner;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TESTS_TUNER_SEARCHING_H_
