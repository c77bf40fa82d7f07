#include "tuner/search/choose_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "algorithms/registry.h"
#include "tuner/search/estimate.h"

namespace colltune::tune {
namespace {

/// Collectives that tell models apart: data from one rank, to one rank, and among all ranks.
constexpr std::array kTold = {Collective::kBcast, Collective::kReduce, Collective::kAllgather,
                              Collective::kAlltoall};

/// Returns the collectives of kTold that are tuned on a layout; where none is, the first ones that
/// are tuned. Without any model trial each model would seem to be right.
std::vector<Collective> Telling(const SearchSpace& space, const Layout& layout) {
  std::vector<Collective> tuned;
  std::ranges::copy_if(space.collectives, std::back_inserter(tuned), [&](Collective collective) {
    return !space.SizesOf(collective, layout).empty();
  });
  std::vector<Collective> telling;
  std::ranges::copy_if(kTold, std::back_inserter(telling), [&](Collective collective) {
    return std::ranges::find(tuned, collective) != tuned.end();
  });
  if (!telling.empty()) return telling;
  tuned.resize(std::min(tuned.size(), kTold.size()));
  return tuned;
}

/// A candidate that every model predicts to take more than this multiple of the best takes no part
/// in the choice of a model.
constexpr double kModelTrials = 4;

bool IsStandard(const Choice& choice) { return choice == StandardChoice(*choice.algorithm); }

/// Whether some model predicts `choice` to take at most kModelTrials times the best of `all`, or
/// cannot predict it: its schedule cannot be built, or waits for ever, and a trial tells why.
bool IsPromising(ChoiceId choice, const std::vector<ChoiceId>& all, const Problem& problem,
                 const std::vector<std::unique_ptr<SimulatedPredictor>>& predictors) {
  return std::ranges::any_of(predictors, [&](const auto& predictor) {
    Seconds best(std::numeric_limits<double>::infinity());
    for (ChoiceId name : all) {
      best = std::min(best, predictor->Predict(name, problem).value_or(best));
    }
    const auto predicted = predictor->Predict(choice, problem);
    return !predicted || *predicted <= kModelTrials * best;
  });
}

std::vector<Bytes> ModelTrialSizes(const std::vector<Bytes>& sizes) {
  // Larger sizes are left out: they cost the most, and tell no more.
  std::vector<Bytes> chosen = {sizes.front(), sizes[sizes.size() / 3], sizes[sizes.size() * 2 / 3]};
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

}  // namespace

std::vector<Trial> ModelTrials(const SearchSpace& space,
                               const std::vector<std::unique_ptr<SimulatedPredictor>>& predictors) {
  std::vector<Trial> model_trials;
  const Layout& layout = *std::ranges::max_element(space.layouts);
  for (const Collective collective : Telling(space, layout)) {
    for (const Bytes bytes : ModelTrialSizes(space.SizesOf(collective, layout))) {
      const Problem problem{collective, layout, bytes, 0};
      std::vector<ChoiceId> all;
      const SimulatedPredictor& first = *predictors.front();
      for (ChoiceId name : first.Distinct(problem, first.Candidates(problem))) {
        if (IsStandard(ParseChoice(collective, name.text()))) all.push_back(name);
      }
      Trial model_trial{problem, {kLibrary}};
      for (ChoiceId name : all) {
        if (IsPromising(name, all, problem, predictors)) model_trial.choices.push_back(name);
      }
      model_trials.push_back(std::move(model_trial));
    }
  }
  return model_trials;
}

double OffBy(const SimulatedPredictor& predictor, const std::vector<CompletedTrial>& model_trials) {
  std::vector<double> off;
  for (const auto& [trial, result] : model_trials) {
    const Problem problem = trial.problem;
    for (const Candidate& timing : result.timings) {
      const auto predicted = predictor.Predict(timing.choice, problem);
      if (timing.samples == 0 || !predicted) continue;
      off.push_back(std::abs(std::log(timing.median / *predicted)));
    }
  }
  if (off.empty()) return 0;
  return NineInTen(std::move(off));
}

std::size_t ChooseModel(const std::vector<std::unique_ptr<SimulatedPredictor>>& predictors,
                        const std::vector<CompletedTrial>& model_trials) {
  const auto best = std::ranges::min_element(
      predictors, {}, [&](const auto& predictor) { return OffBy(*predictor, model_trials); });
  return static_cast<std::size_t>(best - predictors.begin());
}

}  // namespace colltune::tune
