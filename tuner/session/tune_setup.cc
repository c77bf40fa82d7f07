#include "tuner/session/tune_setup.h"

#include <fmt/format.h>

#include <cstdio>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/native/native.h"
#include "algorithms/registry.h"
#include "profiles/fingerprint.h"
#include "tuner/job/print.h"
#include "tuner/problem/job_places.h"
#include "tuner/usage/from_stats.h"
#include "tuner/usage/stats_files.h"

namespace colltune::tune {

void CheckFits(const TuneOptions& options, const Job& job) {
  if (job.ranks() < 2) {
    throw std::invalid_argument(
        "tuning needs two ranks or more, as in: mpiexec -n 16 -f HOSTS colltune tune");
  }
  for (const int ranks : options.ranks) {
    if (ranks <= job.ranks()) continue;
    throw std::invalid_argument(
        fmt::format("--ranks: {} ranks in a job of {}; start it with more, as in: mpiexec -n {} "
                    "colltune tune",
                    ranks, job.ranks(), ranks));
  }
}

namespace {

/// Throws std::invalid_argument.
void CheckNodes(const std::vector<int>& more, const Nodes& nodes) {
  if (more.empty()) return;
  if (more.front() <= nodes.count()) {
    throw std::invalid_argument(
        fmt::format("--nodes: {} is not more than the {} of this job, which are measured",
                    more.front(), nodes.count()));
  }
  if (!nodes.AreAlike()) {
    throw std::invalid_argument(
        "--nodes: to know what more nodes would be like takes a job with equally many ranks on "
        "each of its own, one node's behind the other's");
  }
}

/// Limits the search to the calls in the statistics files. Throws std::invalid_argument.
void LimitToCalls(const TuneOptions& options, const Nodes& nodes, SearchOptions& search) {
  const StatsRead read = ReadStats(options.stats);
  for (const std::string& warning : read.warnings) Warn("{}", warning);
  Narrowing narrowing{.collectives = {}, .ranks = options.ranks, .sizes = {}};
  if (options.names_collectives) narrowing.collectives = search.collectives;
  if (options.names_sizes) narrowing.sizes = search.sizes;
  search.called = Narrowed(CalledBy(SummaryOf(read.files)), narrowing);
  if (const std::string others = RemoveOthers(nodes, search.called); !others.empty()) {
    Warn("{}", others);
  }
  std::set<Collective> collectives;
  std::set<Layout> layouts;
  for (const auto& [key, sizes] : search.called) {
    collectives.insert(key.first);
    layouts.insert(key.second);
  }
  search.collectives.assign(collectives.begin(), collectives.end());
  search.layouts.assign(layouts.begin(), layouts.end());
}

}  // namespace

SearchOptions SearchOptionsOf(const TuneOptions& options, Job& job, const Nodes& nodes) {
  CheckNodes(options.nodes, nodes);
  const std::vector<int> ranks = options.ranks.empty() ? StandardRanks(job.ranks()) : options.ranks;
  SearchOptions search = options.search;
  search.budget.reset();
  search.layouts = LayoutsOf(ranks, nodes);
  if (!options.stats.empty()) job.OnRoot([&] { LimitToCalls(options, nodes, search); });
  // A user who names numbers of ranks, or calls, wants no others.
  if (options.ranks.empty() && options.stats.empty() && search.kind == SearchKind::kRace) {
    search.between = LayoutsBetween(search.layouts, nodes.ranks_per_node());
  }
  for (const Collective collective : search.collectives) {
    for (const Choice& choice : NativeChoices(collective)) {
      search.natives[collective].push_back(ToText(choice));
    }
  }
  search.reps = options.stopping.min_reps;
  search.doubts_roots = !options.exact;
  return search;
}

void UseMachine(SimulatedPredictor& chosen,
                std::span<const std::unique_ptr<SimulatedPredictor>> forecasts,
                SearchOptions& options) {
  Machine machine = chosen.MachineSeen();
  for (const auto& other : forecasts) {
    if (SitesOf(machine) > 1) break;
    Machine seen = other->MachineSeen();
    if (SitesOf(seen) > 1) machine = std::move(seen);
  }
  options.kinds_of_roots = KindsOfHosts(machine);
  chosen.UseMachine(std::move(machine));
}

JournalOwner OwnerOf(const Job& job, const Experiments& experiments, const Clock& clock) {
  return {ThisMachine(), job.ranks(), experiments.nodes().ranks_per_node(),
          std::string(experiments.MethodFor(Collective::kBcast).name), std::string(clock.name())};
}

}  // namespace colltune::tune
