// The simulation of a choice, whose schedules are built piece by piece.
#include <algorithm>

#include "models/play.h"

namespace colltune {

Seconds Predict(const Choice& choice, const Shape& shape, const Network& network) {
  NoRecorder none;
  return std::ranges::max(Play(ScheduleWindows(choice, shape), shape.element, network, none));
}

}  // namespace colltune
