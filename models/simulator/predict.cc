// Simulation of a choice whose schedules are built piece by piece.
#include <algorithm>
#include <utility>

#include "algorithms/agreement.h"
#include "models/simulator/simulation_engine.h"

namespace colltune::models {

Seconds Predict(const Choice& choice, const Shape& problem, const Network& network) {
  const Shape shape = ScheduleShape(*choice.algorithm, problem);
  NoRecorder none;
  ScheduleWindows windows(choice, shape, network.HasLocalCost());
  const Seconds agreed =
      Agrees(choice) ? Predict(Agreement(), AgreementShape(problem), network) : Seconds(0);
  return agreed + std::ranges::max(
                      Play(std::move(windows), ElementOfMessages(choice, shape), network, none));
}

}  // namespace colltune::models
