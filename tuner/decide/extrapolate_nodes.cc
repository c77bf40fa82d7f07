#include "tuner/decide/extrapolate_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "measure/network/places.h"
#include "models/networks.h"
#include "tuner/decide/compile.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/progress.h"
#include "tuner/search/choose_model.h"
#include "tuner/text/network_models.h"

namespace colltune::tune {
namespace {

/// Predictions on more nodes are cut off at this multiple of the best: on a thousand ranks slower
/// candidates would take nearly all the time.
constexpr double kEnough = 2;

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

/// Returns the measurements with the layouts of more nodes, and with another predictor.
Measurements On(const std::vector<int>& nodes, int ranks_per_node, const Measurements& known,
                const Predictor& far) {
  SearchSpace space = known.space();
  for (const int count : nodes) {
    for (const int each : {1, ranks_per_node}) {
      space.layouts.push_back({count * each, each, {}, SiblingsMeasured(known.space(), each)});
    }
  }
  std::ranges::sort(space.layouts);
  space.layouts.erase(std::unique(space.layouts.begin(), space.layouts.end()), space.layouts.end());
  Measurements measurements(std::move(space), known.rule(), far);
  measurements.Add(known.failures());
  for (const CostCurve& curve : known.curves()) {
    for (const auto& [bytes, point] : curve.measured()) {
      TrialResult result;
      for (const auto& [choice, timing] : point) result.timings.push_back(timing);
      measurements.Add({curve.At(bytes), {}}, result);
    }
  }
  for (const Collective collective : measurements.space().collectives) {
    measurements.Calibrate(collective, /*to_extrapolate=*/true);
  }
  return measurements;
}

}  // namespace

Extrapolation ExtrapolateNodes(const std::vector<int>& nodes, const Tuned& tuned,
                               ProgressSink& sink) {
  if (nodes.empty()) return {};
  const std::vector<measure::Place> places = PlacesOnNodes(nodes.back(), tuned.places);
  const auto on_first = static_cast<int>(
      std::ranges::count(tuned.places, tuned.places.front().host, &measure::Place::host));
  const Nodes own(measure::HostNumbers(tuned.places));
  for (const std::size_t i : ByError(tuned)) {
    const FittedModel& model = tuned.models[i];
    auto network = NetworkOn(model, places);
    if (!network) continue;
    const Nodes all(measure::HostNumbers(places));
    SimulatedPredictor far(model.name, std::move(network), all, places);
    far.UseMachine(tuned.machine);
    far.GiveUpBeyond(kEnough);
    const Measurements measurements = On(nodes, on_first, tuned.measurements, far);
    Progress progress(sink, "beyond", 1);
    const CompileOptions options{
        .confirmations = tuned.confirmations,
        .beyond = own.count(),
        .placing = PlacingOn(far.on_machine()),
        .beat = [&](const Problem& problem) {
          StopIfInterrupted();
          progress.Update(
              0, fmt::format("{} on {} ranks", ToText(problem.collective), problem.layout.ranks));
        }};
    Extrapolation extrapolation{Compile(measurements, options).rows, {}};
    extrapolation.text =
        fmt::format("up to {} nodes: {} rows are not measured, but expected by {}\n", nodes.back(),
                    extrapolation.rows.size(), model.name);
    return extrapolation;
  }
  return {{}, "more nodes than the job's: no model knows what they would be like\n"};
}

}  // namespace colltune::tune
