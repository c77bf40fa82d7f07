#include "tuner/forecast.h"

#include <algorithm>
#include <utility>

#include "algorithms/registry.h"
#include "measure/operation.h"
#include "models/simulator.h"

namespace colltune {
namespace {

/// Some ranks of a network, numbered anew.
class Part final : public Network {
 public:
  Part(const Network& whole, std::vector<Rank> ranks) : whole_(whole), ranks_(std::move(ranks)) {}

  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    return whole_.Cost(Whole(from), Whole(to), bytes);
  }
  std::span<const SharedLink> Links() const override { return whole_.Links(); }
  Route RouteOf(Rank from, Rank to) const override {
    return whole_.RouteOf(Whole(from), Whole(to));
  }
  Incast IncastLimit() const override { return whole_.IncastLimit(); }
  bool HasRendezvous() const override { return whole_.HasRendezvous(); }

 private:
  Rank Whole(Rank rank) const { return ranks_[static_cast<std::size_t>(rank)]; }

  const Network& whole_;
  const std::vector<Rank> ranks_;
};

Shape ShapeFor(const Problem& problem) {
  return ShapeOf(problem.collective, problem.bytes, problem.root, problem.layout.ranks);
}

}  // namespace

Forecast::Forecast(std::string model, std::unique_ptr<const Network> network, const Nodes& nodes)
    : model_(std::move(model)), network_(std::move(network)), nodes_(nodes) {}

std::vector<std::string> Forecast::Candidates(const Problem& problem) const {
  const Shape shape = ShapeFor(problem);
  std::vector<Choice> kept;
  std::vector<std::string> names;
  for (const Choice& choice : CandidatesFor(problem.collective, shape)) {
    const std::string name = ToText(choice);
    // To compare schedules takes memory: only those that are predicted to take the same.
    const bool repeats = std::ranges::any_of(kept, [&](const Choice& other) {
      return Predict(ToText(other), problem) == Predict(name, problem) &&
             BuildAll(other, shape) == BuildAll(choice, shape);
    });
    if (repeats) continue;
    kept.push_back(choice);
    names.push_back(name);
  }
  return names;
}

std::optional<Seconds> Forecast::Predict(const std::string& choice, const Problem& problem) const {
  const auto [place, added] = known_.try_emplace(std::tuple(problem, choice));
  if (!added) return place->second;
  const Choice parsed = ParseChoice(problem.collective, choice);
  const Shape shape = ShapeFor(problem);
  if (parsed.algorithm == nullptr || !Declines(parsed, shape).empty()) return std::nullopt;
  auto& part = parts_[problem.layout];
  if (!part) part = std::make_unique<Part>(*network_, nodes_.Members(problem.layout));
  return place->second = colltune::Predict(parsed, shape, *part);
}

}  // namespace colltune
