// Simulation of a choice whose schedules are built piece by piece.
#include <algorithm>
#include <utility>

#include "models/simulator/simulation_engine.h"

namespace colltune::models {

Seconds Predict(const Choice& choice, const Shape& problem, const Network& network) {
  const Shape shape = ScheduleShape(*choice.algorithm, problem);
  NoRecorder none;
  ScheduleWindows windows(choice, shape, network.HasLocalCost());
  return std::ranges::max(Play(std::move(windows), shape.element, network, none));
}

}  // namespace colltune::models
