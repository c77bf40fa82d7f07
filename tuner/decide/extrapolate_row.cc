#include "tuner/decide/extrapolate_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "tuner/decide/extrapolation_baseline.h"
#include "tuner/search/cost_curve.h"
#include "tuner/search/decide.h"
#include "tuner/search/pruning.h"

namespace colltune::tune {
namespace {

/// Distance between the sizes decided first; sizes between follow where neighbours differ.
constexpr std::size_t kStep = 4;

double Percent(double logarithm) { return 100 * std::expm1(logarithm); }

class RowExtrapolation {
 public:
  RowExtrapolation(const Measurements& measurements, ExtrapolationBaseline baseline,
                   const Layout& layout, const Predictor& far, const ExtrapolationOptions& options)
      : measurements_(measurements),
        baseline_(std::move(baseline)),
        far_(far),
        curve_(baseline_.last().collective(), layout, far),
        options_(options) {
    if (baseline_.is_corrected()) curve_.InterpolateBetween(baseline_.last());
  }

  std::vector<Rule> Rules() {
    const std::vector<Bytes> sizes =
        measurements_.space().SizesOf(curve_.collective(), curve_.layout());
    if (sizes.empty()) return {};
    for (std::size_t low = 0; low < sizes.size(); low += kStep) {
      Refine(sizes, low, std::min(low + kStep, sizes.size() - 1));
    }
    std::vector<Decision> decisions;
    for (auto& [bytes, decision] : decisions_) decisions.push_back(std::move(decision));
    // Neighbours that differ are neighbours in the grid: borders in the middle are good enough.
    const auto unknown = [](ChoiceId, Bytes) { return std::optional<Seconds>(); };
    return MakeRules(decisions, unknown, measurements_.rule().margin);
  }

 private:
  /// Decides for the two sizes, and bisects the sizes between until each change is located.
  void Refine(const std::vector<Bytes>& sizes, std::size_t low, std::size_t high) {
    const bool are_alike = At(sizes[low]) == At(sizes[high]);
    if (are_alike || high - low < 2) return;
    const std::size_t middle = (low + high) / 2;
    Refine(sizes, low, middle);
    Refine(sizes, middle, high);
  }

  ChoiceId At(Bytes bytes) {
    const auto known = decisions_.find(bytes);
    if (known != decisions_.end()) return known->second.choice;
    options_.beat(curve_.At(bytes));
    return decisions_.try_emplace(bytes, Decide(bytes)).first->second.choice;
  }

  Decision Decide(Bytes bytes) const {
    const std::vector<Candidate> ours = OursAt(bytes);
    Evidence evidence{bytes, {}, {}};
    for (const Candidate& candidate : ours) {
      // Slower candidates may be cut off, and their predictions lower bounds: see GiveUpBeyond.
      if (*candidate.predicted < Pruning::kExtrapolated * *ours.front().predicted) {
        evidence.candidates.push_back(candidate);
      }
    }
    const auto like = ours.empty() ? std::nullopt : LikenessAt(bytes);
    if (!like) {
      evidence.reason = "not measured, and nothing tells what the library would take";
      return {kLibrary, std::move(evidence)};
    }
    const Seconds library = *curve_.Estimate(like->choice, bytes) * std::exp(like->ratio);
    evidence.candidates.push_back(Expected(kLibrary, library));
    return Judged(ours.front(), *like, library, std::move(evidence));
  }

  /// Returns the candidates that may be the best, the smallest prediction first.
  std::vector<Candidate> OursAt(Bytes bytes) const {
    std::vector<ChoiceId> names = baseline_.last().Promising(bytes, Pruning::kMoreNodes);
    // Candidates expected to be fast are predicted first, so that slower ones are cut off early.
    std::ranges::stable_sort(
        names, {}, [&](ChoiceId name) { return baseline_.last().Estimate(name, bytes).value(); });
    std::vector<Candidate> ours;
    for (ChoiceId name : names) {
      if (!far_.Predict(name, curve_.At(bytes))) continue;  // declines so many ranks
      ours.push_back(Expected(name, curve_.Estimate(name, bytes).value()));
    }
    std::ranges::stable_sort(ours, {}, &Candidate::predicted);
    return ours;
  }

  std::optional<Likeness> LikenessAt(Bytes bytes) const {
    return baseline_.LibraryAround(
        bytes, [&](ChoiceId name) { return far_.Predict(name, curve_.At(bytes)).has_value(); });
  }

  /// Decides for `best` where its expected saving exceeds the errors seen so far and the margin;
  /// else for the library.
  Decision Judged(const Candidate& best, const Likeness& like, Seconds library,
                  Evidence evidence) const {
    const double margin = -std::log1p(-measurements_.rule().margin);
    const double off = baseline_.OffAround(evidence.bytes);
    const double needed = off + like.off + margin;
    const bool wins = std::log(library / *best.predicted) > needed;
    evidence.reason = fmt::format(
        "not measured: {} is expected to take {:.3g} of the time of the library, which is like {} "
        "so far ({:+.2g} %, within {:.2g} %); by the model {}{}, by which such shares were off by "
        "{:.2g} % about this size on {} ranks (nine in ten): {}",
        best.choice, *best.predicted / library, like.choice, Percent(like.ratio), Percent(like.off),
        options_.model, baseline_.is_corrected() ? ", corrected" : "", Percent(off),
        baseline_.last().layout().ranks, wins ? "it is chosen" : "it may be slower");
    return {wins ? best.choice : kLibrary, std::move(evidence)};
  }

  static Candidate Expected(ChoiceId name, Seconds time) { return {name, 0, {}, {}, {}, time}; }

  const Measurements& measurements_;
  ExtrapolationBaseline baseline_;
  const Predictor& far_;
  CostCurve curve_;
  const ExtrapolationOptions& options_;
  std::map<Bytes, Decision> decisions_;
};

}  // namespace

Row ExtrapolateRow(const Measurements& measurements, Collective collective, const Layout& layout,
                   const Predictor& near, const Predictor& far,
                   const ExtrapolationOptions& options) {
  Row row{collective, RegionOf(layout.ranks, layout.ranks_per_node), {}, std::nullopt};
  if (!KnowsSizes(collective)) return row;
  auto baseline = ExtrapolationBaseline::Of(measurements, collective, layout, near);
  if (baseline)
    row.rules = RowExtrapolation(measurements, std::move(*baseline), layout, far, options).Rules();
  return row;
}

}  // namespace colltune::tune
