// Simulation of a choice up to a time limit.
#include <algorithm>
#include <utility>

#include "models/simulator/deadline.h"
#include "models/simulator/simulation_engine.h"

namespace colltune::models {

std::optional<Seconds> PredictWithin(const Choice& choice, const Shape& problem,
                                     const Network& network, Seconds limit) {
  const Shape shape = ScheduleShape(*choice.algorithm, problem);
  Deadline record(limit);
  ScheduleWindows windows(choice, shape, network.HasLocalCost());
  try {
    return std::ranges::max(Play(std::move(windows), shape.element, network, record));
  } catch (const TakesLonger&) {
    return std::nullopt;
  }
}

}  // namespace colltune::models
