// Simulation of a choice whose schedules are built piece by piece.
#include <algorithm>

#include "models/simulator/simulation_engine.h"

namespace colltune::models {

Seconds Predict(const Choice& choice, const Shape& problem, const Network& network) {
  const Shape shape = ScheduleShape(*choice.algorithm, problem);
  NoRecorder none;
  return std::ranges::max(Play(ScheduleWindows(choice, shape), shape.element, network, none));
}

}  // namespace colltune::models
