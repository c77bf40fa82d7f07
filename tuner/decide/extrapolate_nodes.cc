#include "tuner/decide/extrapolate_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "measure/network/places.h"
#include "models/networks.h"
#include "tuner/decide/extrapolate_row.h"
#include "tuner/decide/extrapolation_baseline.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/progress.h"
#include "tuner/search/choose_model.h"
#include "tuner/search/pruning.h"
#include "tuner/text/network_models.h"

namespace colltune::tune {
namespace {

/// Predictions on more nodes are cut off at this multiple of the best: on a thousand ranks slower
/// candidates would take nearly all the time.
constexpr double kEnough = Pruning::kExtrapolated;

/// Returns the indices of the models, the smallest prediction error first.
std::vector<std::size_t> ByError(const Tuned& tuned) {
  std::vector<std::size_t> order(tuned.predictors.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(
      order, {}, [&](std::size_t i) { return OffBy(*tuned.predictors[i], tuned.model_trials); });
  return order;
}

/// Makes a model's network on `places`; nullptr where the model knows the job's nodes only.
std::unique_ptr<models::Network> NetworkOn(const FittedModel& model,
                                           std::span<const measure::Place> places) {
  try {
    return models::MakeNetwork(model.name, ValuesOf(model), places);
  } catch (const std::invalid_argument&) {
    return nullptr;
  }
}

/// Returns the siblings at work where layouts with as many ranks on each node were measured.
int SiblingsMeasured(const SearchSpace& space, int ranks_per_node) {
  const auto found = std::ranges::find(space.layouts, ranks_per_node, &Layout::ranks_per_node);
  return found == space.layouts.end() ? 1 : found->siblings;
}

std::vector<Layout> LayoutsOn(const std::vector<int>& nodes, int ranks_per_node,
                              const SearchSpace& space) {
  std::set<Layout> layouts;
  for (const int count : nodes) {
    for (const int each : {1, ranks_per_node}) {
      layouts.insert({count * each, each, {}, SiblingsMeasured(space, each)});
    }
  }
  return {layouts.begin(), layouts.end()};
}

/// Extrapolates the rows of all collectives and layouts by one model.
std::vector<Row> RowsBy(const Tuned& tuned, const Predictor& near, const Predictor& far,
                        const std::vector<Layout>& layouts, const std::string& model,
                        ProgressSink& sink) {
  const std::vector<Collective>& collectives = tuned.measurements.space().collectives;
  Progress progress(sink, "beyond", static_cast<double>(collectives.size() * layouts.size()));
  std::vector<Row> rows;
  double done = 0;
  const ExtrapolationOptions options{
      model, [&](const Problem& problem) {
        StopIfInterrupted();
        progress.Update(done, fmt::format("{} on {} ranks, {}B", ToText(problem.collective),
                                          problem.layout.ranks, ToText(problem.bytes)));
      }};
  for (const Collective collective : collectives) {
    for (const Layout& layout : layouts) {
      Row row = ExtrapolateRow(tuned.measurements, collective, layout, near, far, options);
      if (!row.rules.empty()) rows.push_back(std::move(row));
      ++done;
    }
  }
  return rows;
}

}  // namespace

Extrapolation ExtrapolateNodes(const std::vector<int>& nodes, const Tuned& tuned,
                               ProgressSink& progress) {
  if (nodes.empty()) return {};
  const std::vector<measure::Place> places = PlacesOnNodes(nodes.back(), tuned.places);
  const auto on_first =
      std::ranges::count(tuned.places, tuned.places.front().host, &measure::Place::host);
  const std::vector<Layout> layouts =
      LayoutsOn(nodes, static_cast<int>(on_first), tuned.measurements.space());
  for (const std::size_t i : ByError(tuned)) {
    const FittedModel& model = tuned.models[i];
    auto network = NetworkOn(model, places);
    if (!network) continue;
    SimulatedPredictor& near = *tuned.predictors[i];
    if (!near.machine()) near.UseMachine(tuned.machine);
    const Nodes all(measure::HostNumbers(places));
    SimulatedPredictor far(model.name, std::move(network), all, places);
    far.UseMachine(tuned.machine);
    far.GiveUpBeyond(kEnough);
    Extrapolation extrapolation{RowsBy(tuned, near, far, layouts, model.name, progress), {}};
    for (Row& row : extrapolation.rows) {
      row.placement.mapping = all.MappingOf(LayoutOf(row.region));
    }
    extrapolation.text =
        fmt::format("up to {} nodes: {} rows are not measured, but expected by {}\n", nodes.back(),
                    extrapolation.rows.size(), model.name);
    return extrapolation;
  }
  return {{}, "more nodes than the job's: no model knows what they would be like\n"};
}

}  // namespace colltune::tune
