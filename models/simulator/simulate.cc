#include "models/simulator/simulation_engine.h"
#include "models/simulator/simulator.h"

namespace colltune::models {

std::vector<Seconds> Simulate(std::span<const Schedule> schedules, Bytes element,
                              const Network& network, std::span<const Program> programs) {
  NoRecorder none;
  return Play(WholeSchedules(schedules, programs), element, network, none);
}

}  // namespace colltune::models
