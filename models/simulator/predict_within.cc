// Simulation of a choice up to a time limit.
#include <algorithm>
#include <utility>

#include "algorithms/agreement.h"
#include "models/simulator/deadline.h"
#include "models/simulator/simulation_engine.h"

namespace colltune::models {

std::optional<Seconds> PredictWithin(const Choice& choice, const Shape& problem,
                                     const Network& network, Seconds limit) {
  Seconds agreed(0);
  if (Agrees(choice)) {
    const auto time = PredictWithin(Agreement(), AgreementShape(problem), network, limit);
    if (!time) return std::nullopt;
    agreed = *time;
  }
  const Shape shape = ScheduleShape(*choice.algorithm, problem);
  Deadline record(limit - agreed);
  ScheduleWindows windows(choice, shape, network.HasLocalCost());
  try {
    return agreed + std::ranges::max(Play(std::move(windows), ElementOfMessages(choice, shape),
                                          network, record));
  } catch (const TakesLonger&) {
    return std::nullopt;
  }
}

}  // namespace colltune::models
