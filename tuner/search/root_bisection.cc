#include "tuner/search/root_bisection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "algorithms/buffers.h"
#include "tuner/search/pruning.h"

namespace colltune::tune {
namespace {

int Count(const RootSet& roots) {
  int count = 0;
  for (const Roots& range : roots) count += range.last - range.first + 1;
  return count;
}

void AddNear(const std::map<ChoiceId, Candidate>& point, std::set<ChoiceId>& near) {
  Seconds best(std::numeric_limits<double>::infinity());
  for (const auto& [choice, timing] : point) best = std::min(best, timing.median);
  for (const auto& [choice, timing] : point) {
    if (timing.median <= Pruning::kLikeRoots * best) near.insert(choice);
  }
}

}  // namespace

std::pair<RootSet, RootSet> Halves(const RootSet& roots) {
  std::pair<RootSet, RootSet> halves;
  int left = Count(roots) / 2;  // roots that the first half still lacks
  for (const Roots& range : roots) {
    const int taken = std::min(left, range.last - range.first + 1);
    left -= taken;
    const Rank middle = range.first + taken;
    if (taken > 0) halves.first.push_back({range.first, middle - 1});
    if (middle <= range.last) halves.second.push_back({middle, range.last});
  }
  return halves;
}

RootSet Without(const RootSet& set, const Roots& roots) {
  RootSet rest;
  for (const Roots& range : set) {
    const Roots below{range.first, std::min(range.last, roots.first - 1)};
    const Roots above{std::max(range.first, roots.last + 1), range.last};
    if (below.first <= below.last) rest.push_back(below);
    if (above.first <= above.last) rest.push_back(above);
  }
  return rest;
}

std::vector<ChoiceId> NearBest(const CostCurve& curve, Bytes bytes) {
  std::set<ChoiceId> near;
  if (KnowsSizes(curve.collective())) {
    AddNear(curve.measured().at(bytes), near);
  } else {
    for (const auto& [size, point] : curve.measured()) AddNear(point, near);
  }
  return {near.begin(), near.end()};
}

bool Disagree(const CostCurve& curve, const Choices& own, const Choices& others) {
  return std::ranges::any_of(curve.measured(), [&](const auto& point) {
    const Bytes bytes = point.first;
    const auto other = others.find(bytes);
    if (other == others.end()) return false;
    const Candidate* best = curve.Find(bytes, own.at(bytes));
    const Candidate* theirs = curve.Find(bytes, other->second);
    return theirs == nullptr || std::log(theirs->median / best->median) > kRootLoss;
  });
}

}  // namespace colltune::tune
