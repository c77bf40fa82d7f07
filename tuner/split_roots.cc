#include "tuner/split_roots.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "algorithms/registry.h"

namespace colltune {
namespace {

/// A root has decisions of its own where others' lose more than this share of its time.
constexpr double kLoss = 0.03;

/// Choices that take so many times as long as the best with root 0 are not looked at with others.
constexpr double kHopeful = 1.5;

/// So many roots are looked at; each stands for those up to the next. Nodes have more ranks than
/// one where there are more.
constexpr int kMostRoots = 64;

/// What is expected to be the best with the root of `line`, and by how much, as a logarithm, it is
/// better than what is planned.
struct Best {
  std::string choice;
  double loss = 0;
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
  Best best{std::string(kLibrary), 0};
  for (const std::string& name : names) {
    if (preferred(name) < preferred(best.choice)) best.choice = name;
  }
  const double loss = best.choice == kLibrary ? cost(planned) - cost(best.choice)
                                              : preferred(planned) - preferred(best.choice);
  best.loss = std::isfinite(loss) ? loss : 0;
  return best;
}

class Splitter {
 public:
  Splitter(const Line& line, double margin, const Oracle& oracle)
      : line_(line), margin_(margin), oracle_(oracle) {
    for (const auto& [bytes, point] : line.measured()) {
      names_[bytes] = line.Promising(bytes, kHopeful);
    }
  }

  /// The most that a plan is expected to lose with a root, and what suits the root best.
  std::pair<double, Plan> LossOf(const Plan& plan, Rank root) const {
    Line there(line_.collective(), line_.layout(), oracle_, Roots{root, root});
    there.LeanOn(line_);
    std::pair<double, Plan> most;
    for (const auto& [bytes, choice] : plan) {
      const Best best = BestAt(there, names_.at(bytes), bytes, choice, margin_);
      most.first = std::max(most.first, best.loss);
      most.second[bytes] = best.choice;
    }
    return most;
  }

 private:
  const Line& line_;
  double margin_;
  const Oracle& oracle_;
  std::map<Bytes, std::vector<std::string>> names_;
};

}  // namespace

std::vector<Roots> SplitRoots(const Line& line, const Plan& plan, double margin,
                              const Oracle& oracle) {
  const Splitter splitter(line, margin, oracle);
  const int ranks = line.layout().ranks;
  const int step = (ranks + kMostRoots - 1) / kMostRoots;
  std::vector<Roots> all;
  Plan latest;
  for (Rank root = 1; root < ranks; root += step) {
    const Rank last = std::min(root + step, ranks) - 1;
    const auto [loss, best] = splitter.LossOf(plan, root);
    if (loss <= kLoss) continue;
    const bool is_next = !all.empty() && all.back().last == root - 1;
    if (is_next && splitter.LossOf(latest, root).first <= kLoss) {
      all.back().last = last;
      continue;
    }
    all.push_back({root, last});
    latest = best;
  }
  return all;
}

}  // namespace colltune
