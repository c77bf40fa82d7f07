#include "tuner/choose_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "algorithms/registry.h"
#include "tuner/model_error.h"

namespace colltune {
namespace {

/// One that every model says to take so many times as long as the best.
constexpr double kHopeless = 4;

/// From one, to one, and among all.
constexpr std::array kTold = {Collective::kBcast, Collective::kReduce, Collective::kAllgather,
                              Collective::kAlltoall};

bool IsStandard(const Choice& choice) { return choice == StandardChoice(*choice.algorithm); }

/// Whether some model gives it less than kHopeless times the time of the best.
bool IsPromising(const std::string& choice, const std::vector<std::string>& all,
                 const Problem& problem, const std::vector<std::unique_ptr<Forecast>>& forecasts) {
  return std::ranges::any_of(forecasts, [&](const auto& forecast) {
    Seconds best(std::numeric_limits<double>::infinity());
    for (const std::string& name : all) best = std::min(best, *forecast->Predict(name, problem));
    return *forecast->Predict(choice, problem) <= kHopeless * best;
  });
}

std::vector<Bytes> TrialSizes(const std::vector<Bytes>& sizes) {
  // No larger ones, which cost the most and tell what these do.
  std::vector<Bytes> chosen = {sizes.front(), sizes[sizes.size() / 3], sizes[sizes.size() * 2 / 3]};
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

}  // namespace

std::vector<Question> Trials(const SearchOptions& options,
                             const std::vector<std::unique_ptr<Forecast>>& forecasts) {
  std::vector<Question> trials;
  const Layout& layout = *std::ranges::max_element(options.layouts);
  for (const Collective collective : kTold) {
    if (std::ranges::find(options.collectives, collective) == options.collectives.end()) continue;
    const std::vector<Bytes> sizes = SizesOf(options, collective, layout);
    if (sizes.empty()) continue;
    for (const Bytes bytes : TrialSizes(sizes)) {
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

double OffBy(const Forecast& forecast, const std::vector<Answered>& trials) {
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

std::size_t ChooseModel(const std::vector<std::unique_ptr<Forecast>>& forecasts,
                        const std::vector<Answered>& trials) {
  const auto best = std::ranges::min_element(
      forecasts, {}, [&](const auto& forecast) { return OffBy(*forecast, trials); });
  return static_cast<std::size_t>(best - forecasts.begin());
}

}  // namespace colltune
