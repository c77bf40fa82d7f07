#include "tuner/session/space_of_job.h"

#include <fmt/format.h>

#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "tuner/job/print.h"
#include "tuner/usage/from_stats.h"
#include "tuner/usage/stats_files.h"

namespace colltune::tune {
namespace {

/// Smallest and largest size that is decided for without a request.
constexpr Bytes kSmallest{8};
constexpr Bytes kLargest{std::int64_t{4} << 20};

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
        "each of its own, one node's after the other's");
  }
}

std::vector<Bytes> StandardSizes() {
  std::vector<Bytes> sizes;
  for (Bytes size = kSmallest; size <= kLargest; size.count *= 2) sizes.push_back(size);
  return sizes;
}

/// Limits the space to the calls in the request's statistics files. Throws std::invalid_argument.
void LimitToCalls(const TuneRequest& request, const Nodes& nodes, SearchSpace& space) {
  const StatsRead read = ReadStats(request.stats);
  for (const std::string& warning : read.warnings) Warn("{}", warning);
  const Narrowing narrowing{.collectives = request.collectives.value_or(std::vector<Collective>()),
                            .ranks = request.ranks.value_or(std::vector<int>()),
                            .sizes = request.sizes.value_or(std::vector<Bytes>())};
  space.workload = Narrowed(CalledBy(SummaryOf(read.files)), narrowing);
  if (const std::string others = RemoveOthers(nodes, space.workload); !others.empty()) {
    Warn("{}", others);
  }
  std::set<Collective> collectives;
  std::set<Layout> layouts;
  for (const auto& [key, sizes] : space.workload) {
    collectives.insert(key.first);
    layouts.insert(key.second);
  }
  space.collectives.assign(collectives.begin(), collectives.end());
  space.layouts.assign(layouts.begin(), layouts.end());
}

/// Gives every layout of the space its siblings.
void AddSiblings(const Nodes& nodes, SearchSpace& space) {
  for (Layout& layout : space.layouts) layout = nodes.WithSiblings(layout);
  for (LayoutBetween& between : space.between) {
    for (Layout* const layout : {&between.layout, &between.low, &between.high}) {
      *layout = nodes.WithSiblings(*layout);
    }
  }
  Workload workload;
  for (auto& [key, sizes] : space.workload) {
    workload[{key.first, nodes.WithSiblings(key.second)}] = std::move(sizes);
  }
  space.workload = std::move(workload);
}

}  // namespace

SearchSpace SpaceOn(const Nodes& nodes, const TuneRequest& request, TimingModel timing) {
  CheckNodes(request.nodes, nodes);
  SearchSpace space;
  space.timing = timing;
  space.memory = request.memory;
  constexpr std::array kAll = AllCollectives();
  space.collectives = request.collectives.value_or(std::vector(kAll.begin(), kAll.end()));
  space.sizes = request.sizes.value_or(StandardSizes());
  space.layouts = LayoutsOf(request.ranks.value_or(StandardRanks(nodes.ranks())), nodes);
  if (!request.stats.empty()) {
    LimitToCalls(request, nodes, space);
  } else if (!request.ranks && request.search == SearchKind::kRace) {
    // A user who names numbers of ranks, or calls, wants no others.
    space.between = LayoutsBetween(space.layouts, nodes.ranks_per_node());
  }
  if (request.siblings == SiblingTiming::kTogether) AddSiblings(nodes, space);
  return space;
}

}  // namespace colltune::tune
