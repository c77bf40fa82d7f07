// planning_benchmark [NODES RANKS_PER_NODE SECONDS]: the share of a tuning's time that its planning
// takes, of all collectives on a made-up machine of 125 nodes of 8 ranks. Trials take the time that
// the model predicts, and 50 ms to begin; the library takes 0.4 to 2 times as long as the best of
// the choices, at random: nothing can be interpolated, and the budget is spent. Prints the
// planning's processor time and its share at each tenth of the budget of 600 s, and the longest
// pause between two trials.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/registry.h"
#include "measure/network/places.h"
#include "models/features/topology_from_network.h"
#include "models/networks.h"
#include "tests/tuner/power_predictor.h"
#include "tuner/problem/communicators.h"
#include "tuner/search/planner.h"
#include "tuner/search/simulated_predictor.h"

namespace colltune::tune {
namespace {

/// Returns the processor time of this program, which other programs on the machine do not lengthen.
Seconds Now() { return Seconds(static_cast<double>(std::clock()) / CLOCKS_PER_SEC); }

constexpr Seconds kStart(0.05);

std::vector<measure::Place> PlacesOf(int nodes, int each) {
  std::vector<measure::Place> places;
  for (int node = 0; node < nodes; ++node) {
    for (int i = 0; i < each; ++i) places.push_back({fmt::format("node-{}", node), 0});
  }
  return places;
}

SearchSpace SpaceOf(int nodes, int each) {
  SearchSpace space;
  constexpr std::array kAll = AllCollectives();
  space.collectives.assign(kAll.begin(), kAll.end());
  for (std::int64_t bytes = 8; bytes <= std::int64_t{4} << 20; bytes *= 2) {
    space.sizes.push_back(Bytes{bytes});
  }
  space.shares = Representatives(ApplicationLayouts(nodes, each), 128);
  for (const auto& [layout, share] : space.shares) space.layouts.push_back(layout);
  return space;
}

TrialResult ResultOf(const Trial& trial, const Predictor& predictor, int reps) {
  TrialResult result;
  result.spent = kStart;
  Seconds best(1);
  for (const ChoiceId choice : trial.choices) {
    const auto time = predictor.Predict(choice, trial.problem);
    if (!time) continue;
    best = std::min(best, *time);
    result.timings.push_back(Exactly(choice, *time));
    result.spent += reps * *time;
  }
  const auto drawn = (trial.problem.layout.ranks * 31 + trial.problem.layout.ranks_per_node * 17 +
                      static_cast<int>(trial.problem.bytes.count % 1009)) %
                     5;
  const Seconds library = (0.4 + 0.4 * drawn) * best;
  result.timings.push_back(Exactly(kLibrary, library));
  result.spent += reps * library;
  return result;
}

int Run(int nodes, int each, Seconds budget) {
  const models::ParameterValues values = {
      {"L", 1e-5}, {"o_s", 2e-6}, {"o_r", 2e-6}, {"g", 1e-6}, {"G", 1e-9}};
  const auto places = PlacesOf(nodes, each);
  SimulatedPredictor predictor("loggp", models::MakeNetwork("loggp", values),
                               Nodes(measure::HostNumbers(places)), places);
  predictor.UseMachine(models::MachineOf(*models::MakeNetwork("loggp", values), places));
  const PlannerOptions options{.budget = budget, .regret = 0.01};
  const auto begin = Now();
  Measurements measurements(SpaceOf(nodes, each), DecisionRule{}, predictor);
  Planner planner(measurements, options);
  Seconds planning = Now() - begin;
  Seconds longest = planning;
  double shown = 0;
  const auto show = [&] {
    fmt::print(
        "{:.0f} s, {} trials: planning {:.2f} s, {:.2f} %; longest pause {:.2f} s; expected "
        "regret {:.2f} %\n",
        planner.spent().count(), planner.trials(), planning.count(),
        100 * (planning / (planner.spent() + planning)), longest.count(),
        100 * planner.ExpectedRegret());
    std::fflush(stdout);
  };
  for (;;) {
    const auto before = Now();
    const auto trial = planner.Next();
    Seconds pause = Now() - before;
    planning += pause;
    longest = std::max(longest, pause);
    if (!trial) break;
    const TrialResult result = ResultOf(*trial, predictor, options.reps);
    const auto after = Now();
    planner.Learn(*trial, result);
    pause = Now() - after;
    planning += pause;
    longest = std::max(longest, pause);
    if (planner.spent() < shown * budget) continue;
    shown += 0.1;
    show();
  }
  show();
  return 0;
}

}  // namespace
}  // namespace colltune::tune

int main(int argc, char** argv) {
  const int nodes = argc > 1 ? std::atoi(argv[1]) : 125;
  const int each = argc > 2 ? std::atoi(argv[2]) : 8;
  const double budget = argc > 3 ? std::atof(argv[3]) : 600;
  return colltune::tune::Run(nodes, each, colltune::Seconds(budget));
}
