#include "tuner/split_roots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "algorithms/registry.h"

namespace colltune {
namespace {

/// It is not slower than the library's by more than this, which is what times are rounded to.
constexpr double kEqual = 1e-3;

/// Choices that take so many times as long as the best with root 0 are not looked at with others.
constexpr double kHopeful = 2;

/// So many roots are looked at; each stands for those up to the next: of more ranks, many share
/// a node.
constexpr int kMostRoots = 64;

/// What is expected to be the best with the root of `line`, and whether it has to be chosen there.
struct Best {
  std::string choice;
  bool suits = true;  ///< what is planned
};

Best BestAt(const Line& line, const std::vector<std::string>& names, Bytes bytes,
            const std::string& planned, double margin) {
  const auto cost = [&](const std::string& name) {
    const auto estimate = line.Estimate(name, bytes);
    return estimate ? std::log(estimate->count()) : std::numeric_limits<double>::infinity();
  };
  // The library keeps its place where others are faster by less than the margin.
  const auto preferred = [&](const std::string& name) {
    return cost(name) + (name == kLibrary ? std::log(1 - margin) : 0);
  };
  Best best{std::string(kLibrary)};
  for (const std::string& name : names) {
    if (preferred(name) < preferred(best.choice)) best.choice = name;
  }
  const double loss = preferred(planned) - preferred(best.choice);
  const double slowdown = cost(planned) - cost(std::string(kLibrary));
  best.suits = !(std::isfinite(loss) && loss > kRootLoss && best.choice != kLibrary) &&
               !(std::isfinite(slowdown) && slowdown > kEqual);
  return best;
}

class Splitter {
 public:
  Splitter(const Line& line, const Choices& planned, double margin, const Oracle& oracle)
      : line_(line), margin_(margin), oracle_(oracle) {
    for (const auto& [bytes, choice] : planned) names_[bytes] = line.Promising(bytes, kHopeful);
  }

  /// Whether choices suit a root; and what would be the best for it.
  std::pair<bool, Choices> Suits(const Choices& planned, Rank root) const {
    Line there(line_.collective(), line_.layout(), oracle_, {Roots{root, root}});
    there.LeanOn(line_);
    std::pair<bool, Choices> result = {true, {}};
    for (const auto& [bytes, choice] : planned) {
      const Best best = BestAt(there, names_.at(bytes), bytes, choice, margin_);
      result.first = result.first && best.suits;
      result.second[bytes] = best.choice;
    }
    return result;
  }

 private:
  const Line& line_;
  double margin_;
  const Oracle& oracle_;
  std::map<Bytes, std::vector<std::string>> names_;
};

}  // namespace

std::vector<RootSet> SplitRoots(const Line& line, const Choices& planned, double margin,
                                const Oracle& oracle) {
  struct Group {
    RootSet roots;
    Choices best;  // for the first of them
  };
  const Splitter splitter(line, planned, margin, oracle);
  const int ranks = line.layout().ranks;
  const int step = (ranks + kMostRoots - 1) / kMostRoots;
  std::vector<Group> groups;
  for (Rank root = 1; root < ranks; root += step) {
    const Roots roots{root, std::min(root + step, ranks) - 1};
    auto [suits, best] = splitter.Suits(planned, root);
    if (suits) continue;
    const auto group = std::ranges::find_if(
        groups, [&](const Group& other) { return splitter.Suits(other.best, root).first; });
    if (group == groups.end()) {
      groups.push_back({{roots}, std::move(best)});
    } else if (group->roots.back().last == root - 1) {
      group->roots.back().last = roots.last;
    } else {
      group->roots.push_back(roots);
    }
  }
  std::vector<RootSet> all;
  for (Group& group : groups) all.push_back(std::move(group.roots));
  return all;
}

}  // namespace colltune
