#include "tuner/search/simulated_predictor.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <ranges>
#include <utility>

#include "algorithms/agreement.h"
#include "algorithms/registry.h"
#include "models/features/topology_from_network.h"
#include "models/network/sub_network.h"
#include "models/simulator/simulator.h"
#include "tuner/job/interrupt.h"
#include "tuner/problem/candidates.h"
#include "tuner/problem/problem_shape.h"
#include "tuner/search/smaller_layouts.h"

namespace colltune::tune {
namespace {

constexpr Seconds kNever(std::numeric_limits<double>::infinity());

/// Returns the most messages of a schedule that is simulated on its own layout, where smaller ones
/// can tell its time: 4096 on jobs of up to 64 ranks, which take 1 ms of one core of an AMD EPYC at
/// 2.6 GHz; on larger jobs fewer, down to 1024, since they have more layouts.
std::int64_t MostMessages(const Nodes& nodes) {
  constexpr std::int64_t kMost = 4096;
  constexpr std::int64_t kLeast = 1024;
  constexpr std::int64_t kRanks = 64;
  return std::max(kLeast, kMost * kRanks / std::max<std::int64_t>(kRanks, nodes.ranks()));
}

Schedule ScheduleOf(const Choice& choice, const Shape& problem, Rank rank) {
  return choice.algorithm->build(ScheduleShape(*choice.algorithm, problem), rank,
                                 choice.parameters);
}

/// Returns the last rank before the root, a leaf of most trees.
Rank LastOf(const Shape& shape) { return (shape.root + shape.ranks - 1) % shape.ranks; }

/// Returns about how many messages a choice sends, or blocks, as many as each rank sends, receives
/// or copies if it does as much as the last one. Building one schedule is much faster than
/// simulating.
std::int64_t MessagesOf(const Choice& choice, const Shape& shape) {
  const Schedule schedule = ScheduleOf(choice, shape, LastOf(shape));
  std::int64_t sends = 0;
  std::int64_t receives = 0;
  for (const Message& message : schedule.messages()) {
    const auto blocks = static_cast<std::int64_t>(schedule.PartsOf(message).size());
    (message.side == Message::Side::kSend ? sends : receives) += blocks;
  }
  const auto steps = static_cast<std::int64_t>(schedule.steps().size());
  return shape.ranks * std::max({sends, receives, steps});
}

/// Returns the problem on a smaller layout; with the same root, or else the last one.
Problem On(const Layout& layout, Problem problem) {
  problem.layout = layout;
  problem.root = std::min(problem.root, layout.ranks - 1);
  return problem;
}

}  // namespace

SimulatedPredictor::SimulatedPredictor(std::string model,
                                       std::unique_ptr<const models::Network> network,
                                       const Nodes& nodes, std::span<const measure::Place> places)
    : model_(std::move(model)),
      network_(std::move(network)),
      nodes_(nodes),
      most_messages_(MostMessages(nodes)),
      places_(places.begin(), places.end()),
      on_machine_(places, nodes) {}

Machine SimulatedPredictor::MachineSeen() const { return models::MachineOf(*network_, places_); }

void SimulatedPredictor::UseMachine(Machine machine) {
  on_machine_.Use(std::move(machine));
  candidates_.clear();
  known_.clear();
  repeats_.clear();
  least_.clear();
  ladders_.clear();
  has_few_.clear();
}

std::vector<ChoiceId> SimulatedPredictor::Candidates(const Problem& problem) const {
  const auto [place, added] = candidates_.try_emplace(problem);
  if (!added) return place->second;
  for (const Choice& choice : CandidatesFor(problem.collective, ShapeFor(problem))) {
    place->second.emplace_back(ToText(choice));
  }
  return place->second;
}

/// Returns the problem that tells the time of a choice: the same one, or on a smaller layout.
Problem SimulatedPredictor::SimulatedProblem(ChoiceId choice, const Problem& problem) const {
  const std::vector<Layout> ladder = LadderOf(choice, problem);
  return ladder.empty() ? problem : On(ladder.front(), problem);
}

/// Returns the sample that choices share which perform a problem by the same messages. Returns
/// nothing where the schedule cannot be built: performing the choice tells why.
std::optional<SimulatedPredictor::Sample> SimulatedPredictor::SampleOf(ChoiceId id,
                                                                       const Problem& problem) const
    try {
  const Choice choice = ParseChoice(problem.collective, id.text());
  const Problem simulated = SimulatedProblem(id, problem);
  const Shape shape = ShapeFor(simulated);
  return Sample{simulated.layout, Agrees(choice), ScheduleOf(choice, shape, shape.root)};
} catch (const std::exception&) {
  return std::nullopt;
}

/// Whether two choices of the same sample are alike at other ranks, too: the last one, and one
/// between; and at the root of a larger layout, which alone has other messages there. Trees that
/// are grown for the machine are not grown for all of a larger layout: that takes time.
bool SimulatedPredictor::AreAlike(ChoiceId a, ChoiceId b, const Problem& problem) const try {
  const Choice first = ParseChoice(problem.collective, a.text());
  const Choice second = ParseChoice(problem.collective, b.text());
  const auto are_alike_at = [&](const Shape& shape, Rank rank) {
    return ScheduleOf(first, shape, rank) == ScheduleOf(second, shape, rank);
  };
  const Problem simulated = SimulatedProblem(a, problem);
  const Shape shape = ShapeFor(simulated);
  const Rank opposite = (shape.root + shape.ranks / 2) % shape.ranks;
  if (!are_alike_at(shape, LastOf(shape)) || !are_alike_at(shape, opposite)) return false;
  return simulated.layout == problem.layout || NeedsPlaces(first) || NeedsPlaces(second) ||
         are_alike_at(ShapeFor(problem), problem.root);
} catch (const std::exception&) {
  return false;
}

std::vector<ChoiceId> SimulatedPredictor::Distinct(const Problem& problem,
                                                   const std::vector<ChoiceId>& choices) const {
  std::vector<std::pair<ChoiceId, std::optional<Sample>>> distinct;
  for (const ChoiceId choice : choices) {
    StopIfInterrupted();
    auto sample = SampleOf(choice, problem);
    const auto first = std::ranges::find_if(distinct, [&](const auto& earlier) {
      return sample && earlier.second == sample && AreAlike(earlier.first, choice, problem);
    });
    if (first == distinct.end()) {
      distinct.emplace_back(choice, std::move(sample));
    } else {
      repeats_.try_emplace(std::tuple(problem, choice), first->first);
    }
  }
  const auto names = std::views::keys(distinct);
  return {names.begin(), names.end()};
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

/// Whether a schedule of at most one message from each rank to each other one is simulated.
bool SimulatedPredictor::IsSmall(const Layout& layout) const {
  return static_cast<std::int64_t>(layout.ranks) * layout.ranks <= most_messages_;
}

std::optional<Seconds> SimulatedPredictor::Predict(ChoiceId choice, const Problem& problem) const {
  const auto [place, added] = known_.try_emplace(std::tuple(problem, choice));
  if (!added) return place->second;
  StopIfInterrupted();
  const auto first = repeats_.find(std::tuple(problem, choice));
  if (first != repeats_.end()) return place->second = Predict(first->second, problem);
  const Choice parsed = ParseChoice(problem.collective, choice.text());
  const std::vector<Shape> shapes = ShapesOf(problem);
  const bool is_declined = std::ranges::any_of(
      shapes, [&](const Shape& shape) { return !Declines(parsed, shape).empty(); });
  if (!parsed.HasSchedule() || is_declined) return std::nullopt;
  try {
    place->second = Extrapolate(choice, problem);
    if (place->second) return place->second;
    place->second = enough_ ? PredictUpToEnough(parsed, shapes, problem)
                            : PredictWithin(parsed, shapes, problem, kNever);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {
    // The schedule cannot be built, or waits for ever: performing the choice tells why.
  }
  return place->second;
}

/// Returns the layouts by which a choice is predicted on a large one, the largest first: the
/// largest layout of its ladder where the schedule has few messages, and up to two smaller ones.
/// Returns nothing where the layout itself is to be simulated.
std::vector<Layout> SimulatedPredictor::LadderOf(ChoiceId choice, const Problem& problem) const {
  constexpr std::size_t kRungs = 3;
  if (enough_ || IsSmall(problem.layout) || problem.layout.HasProgression()) return {};
  const auto [place, added] = ladders_.try_emplace(problem.layout);
  std::vector<Layout>& ladder = place->second;
  if (added) ladder = SmallerLayouts(problem.layout);
  if (added && machine()) {
    const int sites = on_machine_.SitesOf(problem.layout);
    std::erase_if(ladder, [&](const Layout& at) { return on_machine_.SitesOf(at) != sites; });
  }
  if (ladder.size() < 2) return {};
  std::size_t top = ladder.size() - 2;
  while (top > 0 && HasFewMessages(choice, On(ladder[top - 1], problem))) --top;
  if (ladder[top] == problem.layout) return {};
  const std::size_t end = std::min(top + kRungs, ladder.size());
  return {ladder.begin() + static_cast<std::ptrdiff_t>(top),
          ladder.begin() + static_cast<std::ptrdiff_t>(end)};
}

bool SimulatedPredictor::HasFewMessages(ChoiceId choice, const Problem& problem) const {
  if (IsSmall(problem.layout)) return true;
  const auto [place, added] = has_few_.try_emplace(std::tuple(problem, choice));
  if (!added) return place->second;
  const Choice parsed = ParseChoice(problem.collective, choice.text());
  const Shape shape = ShapeFor(problem);
  place->second = Declines(parsed, shape).empty() && MessagesOf(parsed, shape) <= most_messages_;
  return place->second;
}

/// Predicts by smaller layouts; nothing where the layout itself is to be simulated.
std::optional<Seconds> SimulatedPredictor::Extrapolate(ChoiceId choice,
                                                       const Problem& problem) const {
  const std::vector<Layout> ladder = LadderOf(choice, problem);
  if (ladder.empty()) return std::nullopt;
  std::vector<Seconds> times;
  for (const Layout& layout : ladder) {
    const auto time = Predict(choice, On(layout, problem));
    if (!time) return std::nullopt;
    times.push_back(*time);
  }
  return ExtrapolateTime(times, DoublingsBetween(ladder.front(), problem.layout));
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
