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
namespace {

constexpr Seconds kNever(std::numeric_limits<double>::infinity());

}  // namespace

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
  if (!added) return place->second;
  for (const Choice& choice : CandidatesFor(problem.collective, ShapeFor(problem))) {
    place->second.emplace_back(ToText(choice));
  }
  return place->second;
}

bool SimulatedPredictor::AreAlike(ChoiceId a, ChoiceId b, const Problem& problem) const {
  const Shape shape = ShapeFor(problem);
  return BuildAll(ParseChoice(problem.collective, a.text()), shape) ==
         BuildAll(ParseChoice(problem.collective, b.text()), shape);
}

Shape SimulatedPredictor::ShapeFor(const Problem& problem) const {
  return ShapeOf(problem, on_machine_.Of(problem.layout));
}

/// Returns the layout without siblings where they cannot meet on the network.
Layout SimulatedPredictor::Meeting(Layout layout) const {
  if (network_->Links().empty() && network_->IncastLimit().delay == Seconds(0)) layout.siblings = 1;
  return layout;
}

const models::Network& SimulatedPredictor::NetworkOf(const Layout& layout) const {
  std::unique_ptr<const models::Network>& part = parts_[layout];
  if (part) return *part;
  std::vector<Rank> ranks;
  for (const auto& sibling : nodes_.Siblings(layout)) {
    ranks.insert(ranks.end(), sibling.begin(), sibling.end());
  }
  part = std::make_unique<models::SubNetwork>(*network_, std::move(ranks));
  return *part;
}

std::vector<Shape> SimulatedPredictor::ShapesOf(const Problem& problem) const {
  std::vector<Shape> shapes;
  for (int sibling = 0; sibling < problem.layout.siblings; ++sibling) {
    shapes.push_back(ShapeOf(problem, on_machine_.Of(problem.layout, sibling)));
  }
  return shapes;
}

std::optional<Seconds> SimulatedPredictor::Predict(ChoiceId choice, const Problem& problem) const {
  const auto [place, added] = known_.try_emplace(std::tuple(problem, choice));
  if (!added) return place->second;
  StopIfInterrupted();
  const Choice parsed = ParseChoice(problem.collective, choice.text());
  const std::vector<Shape> shapes = ShapesOf(problem);
  const bool is_declined = std::ranges::any_of(
      shapes, [&](const Shape& shape) { return !Declines(parsed, shape).empty(); });
  if (!parsed.HasSchedule() || is_declined) return std::nullopt;
  try {
    place->second = enough_ ? PredictUpToEnough(parsed, shapes, problem)
                            : PredictWithin(parsed, shapes, problem, kNever);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {
    // The schedule cannot be built, or waits for ever: performing the choice tells why.
  }
  return place->second;
}

/// Returns the time of all siblings together, `shapes`, if it is `limit` at most.
std::optional<Seconds> SimulatedPredictor::PredictWithin(const Choice& choice,
                                                         std::span<const Shape> shapes,
                                                         const Problem& problem,
                                                         Seconds limit) const {
  const Layout layout = Meeting(problem.layout);
  const models::Network& network = NetworkOf(layout);
  if (layout.siblings > 1) return models::PredictSiblings(choice, shapes, network, limit);
  if (limit == kNever) return models::Predict(choice, shapes.front(), network);
  return models::PredictWithin(choice, shapes.front(), network, limit);
}

Seconds SimulatedPredictor::PredictUpToEnough(const Choice& choice, std::span<const Shape> shapes,
                                              const Problem& problem) const {
  Seconds& least = least_.try_emplace(problem, kNever).first->second;
  const Seconds limit = *enough_ * least;
  const Seconds time = PredictWithin(choice, shapes, problem, limit).value_or(limit);
  least = std::min(least, time);
  return time;
}

}  // namespace colltune::tune
