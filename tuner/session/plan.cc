#include "tuner/session/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>

#include "algorithms/registry.h"
#include "tuner/decide/replication.h"
#include "tuner/job/progress.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

/// Time to make communicators, buffers and schedules, and to try each candidate out. On two ranks
/// of MPICH the cheapest trials took 2 to 100 ms.
constexpr Seconds kStart(0.05);

/// Ratio of a candidate's whole time to the time of its fewest repetitions. The difference goes to
/// further repetitions, acknowledgements, and waiting for a common start. On two ranks of MPICH, on
/// a busy machine, the ratio was 110 to 170 for messages from 512 KiB on.
constexpr double kEffort = 100;

struct Total {
  int trials = 0;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();  ///< candidates of a trial
  std::size_t most = 0;
  Seconds time{};
};

std::string LayoutsText(const SearchSpace& space) {
  std::vector<std::string> texts;
  for (const Layout& layout : space.layouts) {
    texts.push_back(
        fmt::format("{} ({} per node{})", layout.ranks, layout.ranks_per_node,
                    layout.siblings > 1 ? fmt::format(", {} at once", layout.siblings) : ""));
  }
  return fmt::format("ranks: {}\n", fmt::join(texts, ", "));
}

/// Returns the sizes of all layouts together; they differ where an application's calls are tuned.
std::vector<Bytes> SizesOnAny(const SearchSpace& space, Collective collective) {
  std::set<Bytes> all;
  for (const Layout& layout : space.layouts) {
    for (const Bytes bytes : space.SizesOf(collective, layout)) all.insert(bytes);
  }
  return {all.begin(), all.end()};
}

std::string SizesText(const SearchSpace& space, Collective collective) {
  std::vector<Bytes> sizes = space.SizesOf(collective, *std::ranges::max_element(space.layouts));
  if (!space.workload.empty()) sizes = SizesOnAny(space, collective);
  if (sizes.empty()) return "none fits";
  if (sizes.size() == 1) return ToText(sizes.front());
  return fmt::format("{}, {} to {}", sizes.size(), ToText(sizes.front()), ToText(sizes.back()));
}

std::string LineText(std::string_view name, const std::string& sizes, const Total& total) {
  const std::string candidates =
      total.trials == 0 ? "-" : fmt::format("{} to {}", total.fewest, total.most);
  return fmt::format("{:<22}{:<20}{:>10}{:>11}  {:>12}\n", name, sizes, candidates, total.trials,
                     DurationText(total.time));
}

std::string AssumptionsText(const Plan& plan, double pace) {
  std::string text;
  if (!plan.knows_network) {
    text += fmt::format(
        "the network is not known yet: its experiments come first and are not counted, and a "
        "message is taken to need {} and {:.3g} ns a byte\n",
        TimeText(kAssumedLatency), 1e9 * kAssumedByteTime);
  }
  text += plan.known.empty()
              ? fmt::format(
                    "a trial is taken to need {:.2g} s, and a repetition {:.0f} times "
                    "its operation: it may well be several times more or less\n",
                    kStart.count(), kEffort)
              : fmt::format(
                    "trials with results: {}; they took {:.2g} times what was expected, and the "
                    "others are taken to do so, too\n",
                    plan.known.size(), pace);
  return text;
}

std::string BudgetText(const Plan& plan, const SearchSpace& space, Seconds all) {
  std::string text =
      "then come trials that follow from these results, until none is worth its "
      "time";
  if (plan.budget) {
    text += fmt::format(" or the budget of {} is spent", DurationText(*plan.budget));
  }
  text += space.timing == TimingModel::kNoisy
              ? fmt::format("; {:.0f} % of it are kept for other runs to confirm what is decided\n",
                            100 * kConfirmShare)
              : std::string("\n");
  if (!plan.budget) return text + fmt::format("estimated time: {} or more\n", DurationText(all));
  if (all >= *plan.budget) {
    return text + fmt::format("estimated time: {}, the budget\n", DurationText(*plan.budget));
  }
  return text +
         fmt::format("estimated time: {} to {}\n", DurationText(all), DurationText(*plan.budget));
}

}  // namespace

Seconds GuessOf(const Trial& trial, const Predictor& predictor, int reps) {
  Seconds sum{};
  int predicted = 0;
  for (const ChoiceId choice : trial.choices) {
    const auto time = predictor.Predict(choice, trial.problem);
    if (!time) continue;
    sum += *time;
    ++predicted;
  }
  if (predicted == 0) return kStart;
  const double all = static_cast<double>(trial.choices.size()) / predicted;
  return kStart + kEffort * reps * all * sum;
}

double PaceOf(std::span<const CompletedTrial> known, const Predictor& predictor, int reps) {
  Seconds guessed{};
  Seconds spent{};
  for (const auto& [trial, result] : known) {
    guessed += GuessOf(trial, predictor, reps);
    spent += result.spent;
  }
  return spent > Seconds{} ? spent / guessed : 1;
}

std::string PlanText(const Plan& plan, const SearchSpace& space, const Predictor& predictor) {
  const double pace = PaceOf(plan.known, predictor, plan.reps);
  std::string text = "a dry run: nothing is measured, and no file is written\n";
  text += LayoutsText(space);
  text += fmt::format("{:<22}{:<20}{:>10}{:>11}  {:>12}\n", "collective", "sizes", "candidates",
                      "trials", "about");
  Total all;
  for (const Collective collective : space.collectives) {
    Total total;
    for (const Trial& trial : plan.trials) {
      if (trial.problem.collective != collective) continue;
      ++total.trials;
      total.fewest = std::min(total.fewest, trial.choices.size());
      total.most = std::max(total.most, trial.choices.size());
      total.time += pace * GuessOf(trial, predictor, plan.reps);
    }
    text += LineText(ToText(collective), SizesText(space, collective), total);
    all.trials += total.trials;
    all.time += total.time;
    all.fewest = std::min(all.fewest, total.fewest);
    all.most = std::max(all.most, total.most);
  }
  text += LineText("all, at first", "", all);
  return text + AssumptionsText(plan, pace) + BudgetText(plan, space, all.time);
}

}  // namespace colltune::tune
