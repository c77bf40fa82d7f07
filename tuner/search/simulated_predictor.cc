#include "tuner/search/simulated_predictor.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <utility>

#include "algorithms/registry.h"
#include "models/features/topology_from_network.h"
#include "models/network/sub_network.h"
#include "models/simulator/simulator.h"
#include "tuner/job/interrupt.h"
#include "tuner/problem/candidates.h"
#include "tuner/problem/problem_shape.h"

namespace colltune::tune {

SimulatedPredictor::SimulatedPredictor(std::string model,
                                       std::unique_ptr<const models::Network> network,
                                       const Nodes& nodes, std::span<const measure::Place> places)
    : model_(std::move(model)),
      network_(std::move(network)),
      nodes_(nodes),
      places_(places.begin(), places.end()),
      on_machine_(places, nodes) {}

Machine SimulatedPredictor::MachineSeen() const { return models::MachineOf(*network_, places_); }

void SimulatedPredictor::UseMachine(Machine machine) {
  on_machine_.Use(std::move(machine));
  candidates_.clear();
  known_.clear();
  least_.clear();
}

std::vector<ChoiceId> SimulatedPredictor::Candidates(const Problem& problem) const {
  const auto [place, added] = candidates_.try_emplace(problem);
  if (added) place->second = FindCandidates(problem);
  return place->second;
}

std::vector<ChoiceId> SimulatedPredictor::FindCandidates(const Problem& problem) const {
  const Shape shape = ShapeOf(problem, on_machine_.Of(problem.layout));
  std::vector<Choice> kept;
  std::vector<ChoiceId> names;
  for (const Choice& choice : CandidatesFor(problem.collective, shape)) {
    StopIfInterrupted();
    const std::string name = ToText(choice);
    // Only schedules with equal predictions are compared: comparing takes memory.
    const auto predicted = Predict(name, problem);
    const bool repeats = predicted && std::ranges::any_of(kept, [&](const Choice& other) {
                           return Predict(ToText(other), problem) == predicted &&
                                  BuildAll(other, shape) == BuildAll(choice, shape);
                         });
    if (repeats) continue;
    kept.push_back(choice);
    names.push_back(name);
  }
  return names;
}

const models::Network& SimulatedPredictor::NetworkOf(const Layout& layout) const {
  std::unique_ptr<const models::Network>& part = parts_[layout];
  if (!part) part = std::make_unique<models::SubNetwork>(*network_, nodes_.Members(layout));
  return *part;
}

std::optional<Seconds> SimulatedPredictor::Predict(ChoiceId choice, const Problem& problem) const {
  const auto [place, added] = known_.try_emplace(std::tuple(problem, choice));
  if (!added) return place->second;
  StopIfInterrupted();
  const Choice parsed = ParseChoice(problem.collective, choice.text());
  const Shape shape = ShapeOf(problem, on_machine_.Of(problem.layout));
  if (!parsed.HasSchedule() || !Declines(parsed, shape).empty()) return std::nullopt;
  try {
    place->second = enough_ ? PredictUpToEnough(parsed, shape, problem)
                            : models::Predict(parsed, shape, NetworkOf(problem.layout));
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {
    // The schedule cannot be built, or waits for ever: performing the choice tells why.
  }
  return place->second;
}

Seconds SimulatedPredictor::PredictUpToEnough(const Choice& choice, const Shape& shape,
                                              const Problem& problem) const {
  constexpr Seconds kNever(std::numeric_limits<double>::infinity());
  Seconds& least = least_.try_emplace(problem, kNever).first->second;
  const Seconds limit = *enough_ * least;
  const Seconds time =
      models::PredictWithin(choice, shape, NetworkOf(problem.layout), limit).value_or(limit);
  least = std::min(least, time);
  return time;
}

}  // namespace colltune::tune
