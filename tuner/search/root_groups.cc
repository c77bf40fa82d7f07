#include "tuner/search/root_groups.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "tuner/search/pruning.h"

namespace colltune::tune {
namespace {

/// Largest logarithm of a ratio of equal times: times are rounded to this.
constexpr double kEqual = 1e-3;

/// Number of roots that are estimated; each stands for the ones up to the next. Of more ranks, many
/// share a node.
constexpr int kMostRoots = 64;

/// Expectation at one size with one root.
struct Expected {
  ChoiceId best = kLibrary;
  LogRatio loss = 0;       ///< of the planned choice against `best`; 0 where the loss is negligible
  bool is_slower = false;  ///< the planned choice is slower than the library
};

Expected ExpectedAt(const CostCurve& curve, const std::vector<ChoiceId>& names, Bytes bytes,
                    ChoiceId planned, double margin) {
  const auto cost = [&](ChoiceId name) {
    const auto estimate = curve.Estimate(name, bytes);
    return estimate ? std::log(estimate->count()) : std::numeric_limits<double>::infinity();
  };
  // The library keeps its place where others are faster by less than the margin.
  const auto preferred = [&](ChoiceId name) {
    return cost(name) + (name == kLibrary ? std::log(1 - margin) : 0);
  };
  Expected expected;
  for (ChoiceId name : names) {
    if (preferred(name) < preferred(expected.best)) expected.best = name;
  }
  const auto or_none = [](LogRatio ratio, double least) {
    return std::isfinite(ratio) && ratio > least ? ratio : 0;
  };
  const LogRatio slowdown = or_none(cost(planned) - cost(kLibrary), kEqual);
  const LogRatio loss = or_none(preferred(planned) - preferred(expected.best), kRootLoss);
  expected.is_slower = slowdown > 0;
  expected.loss = expected.best == kLibrary ? slowdown : std::max(loss, slowdown);
  return expected;
}

/// Expectation with one root at all sizes.
struct Outlook {
  LogRatio loss = 0;  ///< mean over the sizes; 0 where the planned choices suit the root
  bool is_slower = false;
  Choices best;
};

class Splitter {
 public:
  Splitter(const CostCurve& curve, const Choices& planned, double margin,
           const Predictor& predictor)
      : curve_(curve), margin_(margin), predictor_(predictor) {
    for (const auto& [bytes, choice] : planned)
      names_[bytes] = curve.Promising(bytes, Pruning::kOtherRoots);
  }

  Outlook Of(const Choices& planned, Rank root) const {
    CostCurve there(curve_.collective(), curve_.layout(), predictor_, {Roots{root, root}});
    there.InterpolateBetween(curve_);
    Outlook outlook;
    for (const auto& [bytes, choice] : planned) {
      Expected expected = ExpectedAt(there, names_.at(bytes), bytes, choice, margin_);
      outlook.loss += expected.loss / static_cast<double>(planned.size());
      outlook.is_slower = outlook.is_slower || expected.is_slower;
      outlook.best[bytes] = expected.best;
    }
    return outlook;
  }

 private:
  const CostCurve& curve_;
  double margin_;
  const Predictor& predictor_;
  std::map<Bytes, std::vector<ChoiceId>> names_;
};

/// Appends roots, which must be above all roots of `set`.
void Append(RootSet& set, const Roots& roots) {
  if (!set.empty() && set.back().last == roots.first - 1) {
    set.back().last = roots.last;
  } else {
    set.push_back(roots);
  }
}

}  // namespace

std::vector<RootGroup> SplitRoots(const CostCurve& curve, const Choices& planned, double margin,
                                  const Predictor& predictor) {
  const Splitter splitter(curve, planned, margin, predictor);
  const int ranks = curve.layout().ranks;
  const int step = (ranks + kMostRoots - 1) / kMostRoots;
  std::vector<RootGroup> groups;
  std::vector<Choices> best;  // for the first root of each group
  for (Rank root = 1; root < ranks; root += step) {
    const Roots roots{root, std::min(root + step, ranks) - 1};
    Outlook outlook = splitter.Of(planned, root);
    if (outlook.loss == 0) continue;
    const auto like = std::ranges::find_if(
        best, [&](const Choices& other) { return splitter.Of(other, root).loss == 0; });
    const auto at = static_cast<std::size_t>(like - best.begin());
    if (like == best.end()) {
      groups.emplace_back();
      best.push_back(std::move(outlook.best));
    }
    RootGroup& group = groups[at];
    Append(group.roots, roots);
    if (outlook.is_slower) Append(group.slower, roots);
    group.saving += (1 - std::exp(-outlook.loss)) * (roots.last - roots.first + 1);
  }
  return groups;
}

}  // namespace colltune::tune
