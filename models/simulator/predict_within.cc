// Simulation of a choice up to a time limit.
#include <utility>

#include "algorithms/agreement.h"
#include "models/simulator/deadline.h"

namespace colltune::models {

std::optional<Seconds> PredictWithin(const Choice& choice, const Shape& problem,
                                     const Network& network, Seconds limit) {
  std::optional<Seconds> time = Seconds(0);
  if (Agrees(choice)) {
    time = PredictWithin(Agreement(), AgreementShape(problem), network, limit);
    if (!time) return std::nullopt;
  }
  const Shape shape = ScheduleShape(*choice.algorithm, problem);
  ScheduleWindows windows(choice, shape, network.HasLocalCost());
  const auto then =
      PlayWithin(std::move(windows), ElementOfMessages(choice, shape), network, limit - *time);
  return then ? std::optional(*time + *then) : std::nullopt;
}

}  // namespace colltune::models
