#include "models/simulator/simulation_engine.h"
#include "models/simulator/simulator.h"

namespace colltune::models {

std::vector<Seconds> Simulate(std::span<const Schedule> schedules, Bytes element,
                              const Network& network) {
  NoRecorder none;
  return Play(WholeSchedules(schedules), element, network, none);
}

}  // namespace colltune::models
