#include "models/simulator/simulator.h"

#include "models/simulator/play.h"

namespace colltune {

std::vector<Seconds> Simulate(std::span<const Schedule> schedules, Bytes element,
                              const Network& network) {
  NoRecorder none;
  return Play(WholeSchedules(schedules), element, network, none);
}

}  // namespace colltune
