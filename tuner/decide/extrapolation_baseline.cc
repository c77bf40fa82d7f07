#include "tuner/decide/extrapolation_baseline.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "profiles/sizes.h"
#include "tuner/search/model_error.h"
#include "tuner/search/pruning.h"

namespace colltune::tune {
namespace {

/// Returns a curve of the same measurements, compared with the predictions of another predictor.
CostCurve Relearned(const CostCurve& curve, const Predictor& predictor) {
  CostCurve copy(curve.collective(), curve.layout(), predictor);
  for (const auto& [bytes, point] : curve.measured()) {
    std::vector<Candidate> timings;
    for (const auto& [name, timing] : point) timings.push_back(timing);
    copy.Add(bytes, timings);
  }
  return copy;
}

/// Returns the measured sizes around another size, rising: one, or two.
std::vector<Bytes> SizesAround(const CostCurve& curve, Bytes bytes) {
  auto above = curve.measured().lower_bound(bytes);
  if (above == curve.measured().end()) --above;
  if (above == curve.measured().begin() || above->first <= bytes) return {above->first};
  return {std::prev(above)->first, above->first};
}

/// Returns the 90th percentile of the misses at sizes first .. last; nothing without misses.
std::optional<double> NineInTen(const std::map<Bytes, std::vector<double>>& misses, Bytes first,
                                Bytes last) {
  std::vector<double> off;
  for (auto at = misses.lower_bound(first); at != misses.upper_bound(last); ++at) {
    std::ranges::copy(at->second, std::back_inserter(off));
  }
  if (off.empty()) return std::nullopt;
  return tune::NineInTen(std::move(off));
}

std::optional<double> NineInTen(const std::map<Bytes, std::vector<double>>& misses) {
  return NineInTen(misses, Bytes{0}, kLargestSize);
}

}  // namespace

std::optional<ExtrapolationBaseline> ExtrapolationBaseline::Of(const Measurements& measurements,
                                                               Collective collective,
                                                               const Layout& layout,
                                                               const Predictor& predictor) {
  std::map<int, const CostCurve*> curves;  // by ranks
  for (const CostCurve& curve : measurements.curves()) {
    const bool is_of_kind = curve.collective() == collective && curve.roots().empty() &&
                            !curve.is_interpolated() && !curve.measured().empty() &&
                            curve.layout().ranks_per_node == layout.ranks_per_node;
    if (is_of_kind && curve.layout().ranks < layout.ranks) curves[curve.layout().ranks] = &curve;
  }
  if (curves.size() < 2) return std::nullopt;
  ExtrapolationBaseline baseline(Relearned(*std::next(curves.rbegin())->second, predictor),
                                 Relearned(*curves.rbegin()->second, predictor));
  const CostCurve plain(collective, baseline.last_.layout(), predictor);
  CostCurve corrected = plain;
  corrected.InterpolateBetween(baseline.before_);
  Misses plainly = baseline.MissesOf(plain);
  baseline.misses_ = baseline.MissesOf(corrected);
  const auto off_plainly = NineInTen(plainly);
  const auto off_corrected = NineInTen(baseline.misses_);
  if (!off_plainly || !off_corrected) return std::nullopt;
  baseline.is_corrected_ = *off_corrected < *off_plainly;
  if (!baseline.is_corrected_) baseline.misses_ = std::move(plainly);
  return baseline;
}

std::optional<Likeness> ExtrapolationBaseline::LibraryAround(
    Bytes bytes, const std::function<bool(ChoiceId)>& counts) const {
  std::optional<Likeness> nearest;
  double least = std::numeric_limits<double>::infinity();
  for (ChoiceId name : last_.Candidates(bytes)) {
    if (!counts(name)) continue;
    std::vector<LogRatio> ratios;
    bool is_known = true;
    for (const CostCurve* curve : {&before_, &last_}) {
      for (const Bytes at : SizesAround(*curve, bytes)) {
        const Candidate* library = curve->Find(at, kLibrary);
        const auto ours = curve->Estimate(name, at);
        is_known = is_known && library != nullptr && ours;
        if (is_known) ratios.push_back(std::log(library->median / *ours));
      }
    }
    if (!is_known) continue;
    const auto [low, high] = std::ranges::minmax(ratios);
    const double unlike = std::max(std::abs(low), std::abs(high));
    if (unlike >= least) continue;
    least = unlike;
    nearest = {name, (low + high) / 2, (high - low) / 2};
  }
  return nearest;
}

double ExtrapolationBaseline::OffAround(Bytes bytes) const {
  const std::vector<Bytes> around = SizesAround(last_, bytes);
  const auto off = NineInTen(misses_, around.front(), around.back());
  return off ? *off : NineInTen(misses_).value();
}

/// Returns the errors of `expected` in predicting shares of the library's time, as logarithms: for
/// each candidate within Pruning::kExtrapolated times the best on the larger layout, by measured
/// size.
ExtrapolationBaseline::Misses ExtrapolationBaseline::MissesOf(const CostCurve& expected) const {
  Misses misses;
  for (const auto& [bytes, point] : last_.measured()) {
    const auto like = LibraryAround(bytes, [](ChoiceId) { return true; });
    const Candidate* library = last_.Find(bytes, kLibrary);
    const auto similar = like ? expected.Estimate(like->choice, bytes) : std::nullopt;
    if (!similar || library == nullptr) continue;
    Seconds least(std::numeric_limits<double>::infinity());
    for (const auto& [name, timing] : point) least = std::min(least, timing.median);
    for (const auto& [name, timing] : point) {
      const auto estimate = name == kLibrary ? std::nullopt : expected.Estimate(name, bytes);
      if (!estimate || timing.median > Pruning::kExtrapolated * least) continue;
      const LogRatio foreseen = std::log(*estimate / *similar) - like->ratio;
      misses[bytes].push_back(std::abs(std::log(timing.median / library->median) - foreseen));
    }
  }
  return misses;
}

}  // namespace colltune::tune
