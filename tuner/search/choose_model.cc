#include "tuner/search/choose_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "algorithms/registry.h"
#include "tuner/search/model_error.h"

namespace colltune::tune {
namespace {

/// Algorithms that every model predicts to be slower than this multiple of the best are not tried.
constexpr double kHopeless = 4;

/// Collectives that tell models apart: data from one rank, to one rank, and among all ranks.
constexpr std::array kTold = {Collective::kBcast, Collective::kReduce, Collective::kAllgather,
                              Collective::kAlltoall};

/// Returns the collectives of kTold that are tuned on a layout; where none is, the first ones that
/// are tuned. Without any trial each model would seem to be right.
std::vector<Collective> Telling(const SearchOptions& options, const Layout& layout) {
  std::vector<Collective> tuned;
  std::ranges::copy_if(options.collectives, std::back_inserter(tuned), [&](Collective collective) {
    return !SizesOf(options, collective, layout).empty();
  });
  std::vector<Collective> telling;
  std::ranges::copy_if(kTold, std::back_inserter(telling), [&](Collective collective) {
    return std::ranges::find(tuned, collective) != tuned.end();
  });
  if (!telling.empty()) return telling;
  tuned.resize(std::min(tuned.size(), kTold.size()));
  return tuned;
}

bool IsStandard(const Choice& choice) { return choice == StandardChoice(*choice.algorithm); }

/// Whether some model predicts `choice` to take at most kHopeless times the best of `all`.
bool IsPromising(const std::string& choice, const std::vector<std::string>& all,
                 const Problem& problem,
                 const std::vector<std::unique_ptr<SimulatedPredictor>>& forecasts) {
  return std::ranges::any_of(forecasts, [&](const auto& forecast) {
    Seconds best(std::numeric_limits<double>::infinity());
    for (const std::string& name : all) best = std::min(best, *forecast->Predict(name, problem));
    return *forecast->Predict(choice, problem) <= kHopeless * best;
  });
}

std::vector<Bytes> TrialSizes(const std::vector<Bytes>& sizes) {
  // Larger sizes are left out: they cost the most, and tell no more.
  std::vector<Bytes> chosen = {sizes.front(), sizes[sizes.size() / 3], sizes[sizes.size() * 2 / 3]};
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

}  // namespace

std::vector<Question> Trials(const SearchOptions& options,
                             const std::vector<std::unique_ptr<SimulatedPredictor>>& forecasts) {
  std::vector<Question> trials;
  const Layout& layout = *std::ranges::max_element(options.layouts);
  for (const Collective collective : Telling(options, layout)) {
    for (const Bytes bytes : TrialSizes(SizesOf(options, collective, layout))) {
      const Problem problem{collective, layout, bytes, 0};
      std::vector<std::string> all;
      for (const std::string& name : forecasts.front()->Candidates(problem)) {
        if (IsStandard(ParseChoice(collective, name))) all.push_back(name);
      }
      Question trial = About(problem, {std::string(kLibrary)});
      for (const std::string& name : all) {
        if (IsPromising(name, all, problem, forecasts)) trial.choices.push_back(name);
      }
      trials.push_back(std::move(trial));
    }
  }
  return trials;
}

double OffBy(const SimulatedPredictor& forecast, const std::vector<Answered>& trials) {
  std::vector<double> off;
  for (const auto& [question, answer] : trials) {
    const Problem problem = ProblemOf(question);
    for (const Candidate& timing : answer.timings) {
      const auto predicted = forecast.Predict(timing.choice, problem);
      if (timing.samples == 0 || !predicted) continue;
      off.push_back(std::abs(std::log(timing.median / *predicted)));
    }
  }
  if (off.empty()) return 0;
  return NineInTen(std::move(off));
}

std::size_t ChooseModel(const std::vector<std::unique_ptr<SimulatedPredictor>>& forecasts,
                        const std::vector<Answered>& trials) {
  const auto best = std::ranges::min_element(
      forecasts, {}, [&](const auto& forecast) { return OffBy(*forecast, trials); });
  return static_cast<std::size_t>(best - forecasts.begin());
}

}  // namespace colltune::tune
