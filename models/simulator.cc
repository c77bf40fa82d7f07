#include "models/simulator.h"

#include <algorithm>

#include "models/simulation.h"

namespace colltune {
namespace {

/// Keeps nothing, and costs nothing.
class NoRecorder {
 public:
  explicit NoRecorder(std::size_t /*ranks*/) {}
  void Note(std::size_t /*rank*/, const Activity& /*activity*/) {}
};

}  // namespace

std::vector<Seconds> Simulate(std::span<const Schedule> schedules, Bytes element,
                              const Network& network) {
  return Simulation<NoRecorder>(schedules, element, network).Run();
}

Seconds Predict(const Choice& choice, const Shape& shape, const Network& network) {
  return std::ranges::max(Simulate(BuildAll(choice, shape), shape.element, network));
}

}  // namespace colltune
