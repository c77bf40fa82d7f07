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

namespace colltune::tune {
namespace {

/// Candidates slower than this multiple of the best on the largest measured layout are ignored on a
/// larger one.
constexpr double kHopeful = 4;

/// Distance between the sizes decided first; sizes between follow where neighbours differ.
constexpr std::size_t kStep = 4;

double Percent(double logarithm) { return 100 * std::expm1(logarithm); }

class Beyond {
 public:
  Beyond(const Search& search, Basis basis, const Layout& layout, const Predictor& far,
         const BeyondOptions& options)
      : search_(search),
        basis_(std::move(basis)),
        far_(far),
        line_(basis_.last().collective(), layout, far),
        options_(options) {
    if (basis_.is_corrected()) line_.InterpolateBetween(basis_.last());
  }

  std::vector<Rule> Rules() {
    const std::vector<Bytes> sizes = SizesOf(search_.options(), line_.collective(), line_.layout());
    if (sizes.empty()) return {};
    for (std::size_t low = 0; low < sizes.size(); low += kStep) {
      Refine(sizes, low, std::min(low + kStep, sizes.size() - 1));
    }
    std::vector<Decision> decisions;
    for (auto& [bytes, decision] : decisions_) decisions.push_back(std::move(decision));
    // Neighbours that differ are neighbours in the grid: borders in the middle are good enough.
    const auto unknown = [](const std::string&, Bytes) { return std::optional<Seconds>(); };
    return MakeRules(decisions, unknown, search_.options().decision.margin);
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

  std::string At(Bytes bytes) {
    const auto known = decisions_.find(bytes);
    if (known != decisions_.end()) return known->second.choice;
    options_.beat(line_.At(bytes));
    return decisions_.try_emplace(bytes, Decide(bytes)).first->second.choice;
  }

  Decision Decide(Bytes bytes) const {
    const std::vector<Candidate> ours = OursAt(bytes);
    Evidence evidence{bytes, {}, {}};
    for (const Candidate& candidate : ours) {
      // Slower candidates may be cut off, and their predictions lower bounds: see GiveUpBeyond.
      if (*candidate.predicted < kCounts * *ours.front().predicted) {
        evidence.candidates.push_back(candidate);
      }
    }
    const auto like = ours.empty() ? std::nullopt : LikenessAt(bytes);
    if (!like) {
      evidence.reason = "not measured, and nothing tells what the library would take";
      return {std::string(kLibrary), std::move(evidence)};
    }
    const Seconds library = *line_.Estimate(like->choice, bytes) * std::exp(like->ratio);
    evidence.candidates.push_back(Expected(std::string(kLibrary), library));
    return Judged(ours.front(), *like, library, std::move(evidence));
  }

  /// Returns the candidates that may be the best, the smallest prediction first.
  std::vector<Candidate> OursAt(Bytes bytes) const {
    std::vector<std::string> names = basis_.last().Promising(bytes, kHopeful);
    // Candidates expected to be fast are predicted first, so that slower ones are cut off early.
    std::ranges::stable_sort(names, {}, [&](const std::string& name) {
      return basis_.last().Estimate(name, bytes).value();
    });
    std::vector<Candidate> ours;
    for (const std::string& name : names) {
      if (!far_.Predict(name, line_.At(bytes))) continue;  // declines so many ranks
      ours.push_back(Expected(name, line_.Estimate(name, bytes).value()));
    }
    std::ranges::stable_sort(ours, {}, &Candidate::predicted);
    return ours;
  }

  std::optional<Likeness> LikenessAt(Bytes bytes) const {
    return basis_.LibraryAround(bytes, [&](const std::string& name) {
      return far_.Predict(name, line_.At(bytes)).has_value();
    });
  }

  /// Decides for `best` where its expected saving exceeds the errors seen so far and the margin;
  /// else for the library.
  Decision Judged(const Candidate& best, const Likeness& like, Seconds library,
                  Evidence evidence) const {
    const double margin = -std::log1p(-search_.options().decision.margin);
    const double off = basis_.OffAround(evidence.bytes);
    const double needed = off + like.off + margin;
    const bool wins = std::log(library / *best.predicted) > needed;
    evidence.reason = fmt::format(
        "not measured: {} is expected to take {:.3g} of the time of the library, which is like {} "
        "so far ({:+.2g} %, within {:.2g} %); by the model {}{}, by which such shares were off by "
        "{:.2g} % about this size on {} ranks (nine in ten): {}",
        best.choice, *best.predicted / library, like.choice, Percent(like.ratio), Percent(like.off),
        options_.model, basis_.is_corrected() ? ", corrected" : "", Percent(off),
        basis_.last().layout().ranks, wins ? "it is chosen" : "it may be slower");
    return {wins ? best.choice : std::string(kLibrary), std::move(evidence)};
  }

  static Candidate Expected(const std::string& name, Seconds time) {
    return {name, 0, {}, {}, {}, time};
  }

  const Search& search_;
  Basis basis_;
  const Predictor& far_;
  CostCurve line_;
  const BeyondOptions& options_;
  std::map<Bytes, Decision> decisions_;
};

}  // namespace

Row RowBeyond(const Search& search, Collective collective, const Layout& layout,
              const Predictor& near, const Predictor& far, const BeyondOptions& options) {
  Row row{collective, layout.ranks, layout.ranks_per_node, {}, std::nullopt};
  if (!KnowsSizes(collective)) return row;
  auto basis = Basis::Of(search, collective, layout, near);
  if (basis) row.rules = Beyond(search, std::move(*basis), layout, far, options).Rules();
  return row;
}

}  // namespace colltune::tune
