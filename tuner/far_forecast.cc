#include "tuner/far_forecast.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "algorithms/registry.h"
#include "models/simulator.h"
#include "models/sub_network.h"
#include "tuner/problem_shape.h"

namespace colltune {
namespace {

std::vector<int> NodeOfRank(std::span<const Place> places) {
  std::vector<int> numbers;
  std::map<std::string, int> known;
  for (const Place& place : places) {
    numbers.push_back(known.try_emplace(place.host, static_cast<int>(known.size())).first->second);
  }
  return numbers;
}

}  // namespace

std::vector<Place> PlacesOnNodes(int nodes, std::span<const Place> job) {
  std::vector<Place> places(job.begin(), job.end());
  const Nodes own(NodeOfRank(job));
  for (int node = own.count(); node < nodes; ++node) {
    for (int i = 0; i < own.ranks_per_node(); ++i) {
      places.push_back(
          {fmt::format("another node, {}", node), job[static_cast<std::size_t>(i)].socket});
    }
  }
  return places;
}

FarForecast::FarForecast(std::unique_ptr<const Network> network, std::span<const Place> places,
                         Machine machine)
    : network_(std::move(network)), nodes_(NodeOfRank(places)), on_machine_(places, nodes_) {
  on_machine_.Use(std::move(machine));
}

std::vector<std::string> FarForecast::Candidates(const Problem& problem) const {
  std::vector<std::string> names;
  const Shape shape = ShapeOf(problem, on_machine_.Of(problem.layout));
  for (const Choice& choice : CandidatesFor(problem.collective, shape)) {
    names.push_back(ToText(choice));
  }
  return names;
}

std::optional<Seconds> FarForecast::Predict(const std::string& choice,
                                            const Problem& problem) const {
  const auto [place, added] = known_.try_emplace(std::tuple(problem, choice));
  if (!added) return place->second;
  const Choice parsed = ParseChoice(problem.collective, choice);
  const Shape shape = ShapeOf(problem, on_machine_.Of(problem.layout));
  if (!parsed.HasSchedule() || !Declines(parsed, shape).empty()) return std::nullopt;
  Seconds& least =
      least_.try_emplace(problem, std::numeric_limits<double>::infinity()).first->second;
  const SubNetwork network(*network_, nodes_.Members(problem.layout));
  const Seconds limit = kEnough * least;
  const Seconds time = PredictWithin(parsed, shape, network, limit).value_or(limit);
  least = std::min(least, time);
  return place->second = time;
}

}  // namespace colltune
