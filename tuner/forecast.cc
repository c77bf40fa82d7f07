#include "tuner/forecast.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/registry.h"
#include "models/simulator.h"
#include "models/sub_network.h"
#include "tuner/problem_shape.h"

namespace colltune {
namespace {

/// Costs and capacities that differ by less are fitted to the same.
constexpr double kSame = 1e-3;

bool IsSame(double a, double b) { return std::abs(a - b) <= kSame * std::max(a, b); }

/// What a message meets on its way, as numbers.
std::vector<double> WayOf(const Network& network, Rank from, Rank to, Bytes bytes) {
  const MessageCost c = network.Cost(from, to, bytes);
  std::vector<double> way = {c.send_overhead.count(), c.transfer.count(),
                             c.gap.count(),           c.latency.count(),
                             c.receive_gap.count(),   c.receive_overhead.count(),
                             c.rendezvous ? 1.0 : 0.0};
  const Route route = network.RouteOf(from, to);
  for (std::int32_t i = 0; i < route.count; ++i) {
    const auto link = static_cast<std::size_t>(route.links.at(static_cast<std::size_t>(i)));
    way.push_back(network.Links()[link].byte_time);
  }
  return way;
}

/// Whether all pairs have the same way, for a small and a large message.
bool IsUniform(const Network& network, int ranks) {
  for (const Bytes bytes : {Bytes{8}, Bytes{1 << 20}}) {
    const std::vector<double> first = WayOf(network, 0, 1, bytes);
    for (Rank from = 0; from < ranks; ++from) {
      for (Rank to = 0; to < ranks; ++to) {
        if (from != to && !std::ranges::equal(WayOf(network, from, to, bytes), first, IsSame)) {
          return false;
        }
      }
    }
  }
  return true;
}

}  // namespace

Forecast::Forecast(std::string model, std::unique_ptr<const Network> network, const Nodes& nodes)
    : model_(std::move(model)), network_(std::move(network)), nodes_(nodes) {}

std::vector<std::string> Forecast::Candidates(const Problem& problem) const {
  const auto [place, added] = candidates_.try_emplace(problem);
  if (added) place->second = FindCandidates(problem);
  return place->second;
}

std::vector<std::string> Forecast::FindCandidates(const Problem& problem) const {
  const Shape shape = ShapeOf(problem);
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

const Forecast::Part& Forecast::PartOf(const Layout& layout) const {
  Part& part = parts_[layout];
  if (!part.network) {
    part.network = std::make_unique<SubNetwork>(*network_, nodes_.Members(layout));
    part.is_uniform = IsUniform(*part.network, layout.ranks);
  }
  return part;
}

std::optional<Seconds> Forecast::Predict(const std::string& choice, const Problem& problem) const {
  const Part& part = PartOf(problem.layout);
  Problem asked = problem;
  if (part.is_uniform) asked.root = 0;
  const auto [place, added] = known_.try_emplace(std::tuple(asked, choice));
  if (!added) return place->second;
  const Choice parsed = ParseChoice(problem.collective, choice);
  const Shape shape = ShapeOf(asked);
  if (!parsed.HasSchedule() || !Declines(parsed, shape).empty()) return std::nullopt;
  return place->second = colltune::Predict(parsed, shape, *part.network);
}

}  // namespace colltune
