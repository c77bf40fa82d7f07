#include "tuner/session/space_of_job.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "tuner/job/print.h"
#include "tuner/problem/communicators.h"
#include "tuner/problem/usual_siblings.h"
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

/// Most layouts that are measured; further ones are interpolated. Each needs a share of the budget:
/// of ten minutes, 128 layouts of 17 collectives get 0.3 s each.
constexpr std::size_t kMostLayouts = 128;

/// Makes the space one of the layouts that stand for these. All that the job has lies within.
void TakeLayouts(std::map<Layout, double> shares, const Nodes& nodes, SearchSpace& space) {
  const Layout all{nodes.ranks(), nodes.ranks_per_node()};
  shares.try_emplace(all, 1 / static_cast<double>(shares.size() + 1));
  space.shares = Representatives(shares, kMostLayouts);
  space.shares.try_emplace(all, 0);
  space.layouts.clear();
  for (const auto& [layout, share] : space.shares) space.layouts.push_back(layout);
}

/// Adds the layouts of the communicators that applications are expected to make.
void AddApplicationLayouts(const Nodes& nodes, SearchSpace& space) {
  std::map<Layout, double> shares = ApplicationLayouts(nodes.count(), nodes.ranks_per_node());
  // The job may have fewer ranks on some of its nodes.
  std::erase_if(shares, [&](const auto& each) { return nodes.Members(each.first).empty(); });
  TakeLayouts(std::move(shares), nodes, space);
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
  const UsualSiblings siblings(nodes);
  for (Layout& layout : space.layouts) layout = siblings.Of(layout);
  std::map<Layout, double> shares;
  for (const auto& [layout, share] : space.shares) shares[siblings.Of(layout)] = share;
  space.shares = std::move(shares);
  Workload workload;
  for (auto& [key, sizes] : space.workload) {
    workload[{key.first, siblings.Of(key.second)}] = std::move(sizes);
  }
  space.workload = std::move(workload);
}

}  // namespace

void LayOutOnSites(const JobPlaces& places, const TuneRequest& request, SearchSpace& space) {
  if (!request.stats.empty() || request.ranks) return;  // which name their layouts
  TakeLayouts(LayoutsOnSites(places), places.nodes(), space);
  if (request.siblings == SiblingTiming::kTogether) AddSiblings(places.nodes(), space);
}

SearchSpace SpaceOn(const Nodes& nodes, const TuneRequest& request, TimingModel timing) {
  CheckNodes(request.nodes, nodes);
  SearchSpace space;
  space.timing = timing;
  space.memory = request.memory;
  constexpr std::array kAll = AllCollectives();
  space.collectives = request.collectives.value_or(std::vector(kAll.begin(), kAll.end()));
  space.sizes = request.sizes.value_or(StandardSizes());
  if (!request.stats.empty()) {
    LimitToCalls(request, nodes, space);
  } else if (request.ranks) {
    space.layouts = LayoutsOf(*request.ranks, nodes);
  } else {
    AddApplicationLayouts(nodes, space);
  }
  if (request.siblings == SiblingTiming::kTogether) AddSiblings(nodes, space);
  return space;
}

}  // namespace colltune::tune
