#include "tuner/problem/search_space.h"

#include <algorithm>

#include "algorithms/buffers.h"

namespace colltune::tune {

std::vector<Bytes> SearchSpace::SizesOf(Collective collective, const Layout& layout) const {
  if (!Calls(collective, layout)) return {};
  if (collective == Collective::kBarrier) return {Bytes{0}};
  const Bytes most{LargestBlock(collective, layout.ranks, memory).count / kWholeDoubles *
                   kWholeDoubles};
  std::vector<Bytes> fitting;
  if (!workload.empty() && KnowsSizes(collective)) {
    for (const auto& [bytes, time] : workload.at({collective, layout})) {
      if (bytes <= most) fitting.push_back(bytes);
    }
    return fitting;
  }
  for (const Bytes bytes : sizes) {
    if (bytes <= most) fitting.push_back(bytes);
  }
  // The largest size that fits is added, so that all sizes up to it are decided.
  const bool is_cut = fitting.size() < sizes.size();
  if (is_cut && !fitting.empty() && fitting.back() < most) fitting.push_back(most);
  return fitting;
}

std::vector<RootGroup> SearchSpace::GroupsOf(Collective collective, const Layout& layout) const {
  const auto found = root_groups.find(layout);
  if (!HasRoot(collective) || found == root_groups.end()) return {RootGroup{}};
  return found->second;
}

RootSet SearchSpace::RootsOf(Collective collective, const Layout& layout,
                             const RootSet& of_group) const {
  if (!of_group.empty()) return of_group;
  RootSet rest = {{0, HasRoot(collective) ? layout.ranks - 1 : 0}};
  for (const RootGroup& group : GroupsOf(collective, layout)) {
    for (const Roots& roots : group.roots) rest = Without(rest, roots);
  }
  return rest;
}

double SearchSpace::WeightOf(const Problem& problem) const {
  const std::size_t groups = GroupsOf(problem.collective, problem.layout).size();
  // Root 0 has a group of its own where there are several.
  const double of_others = 0.5 / static_cast<double>(std::max<std::size_t>(groups - 1, 1));
  const double of_root = groups == 1 ? 1 : problem.root == 0 ? 0.5 : of_others;
  const auto calls = workload.find({problem.collective, problem.layout});
  if (calls != workload.end()) {
    const auto size = calls->second.find(problem.bytes);
    // One choice serves all sizes where ranks do not know them.
    return of_root * (size == calls->second.end() ? calls->second.begin() : size)->second.count();
  }
  const auto share = shares.find(problem.layout);
  const std::size_t count = SizesOf(problem.collective, problem.layout).size();
  return of_root * (share == shares.end() ? 1 : share->second) /
         static_cast<double>(std::max<std::size_t>(count, 1));
}

}  // namespace colltune::tune
