// Baseline of an extrapolation: measured layouts that predict a larger one. Pure: no MPI, no clock,
// no files.
#ifndef COLLTUNE_TUNER_DECIDE_EXTRAPOLATION_BASELINE_H_
#define COLLTUNE_TUNER_DECIDE_EXTRAPOLATION_BASELINE_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tuner/search/cost_curve.h"
#include "tuner/search/measurements.h"

namespace colltune::tune {

/// The algorithm that the library behaves like, by their times.
struct Likeness {
  ChoiceId choice;     ///< colltune's choice with the most similar times
  LogRatio ratio = 0;  ///< the library's time over the choice's: middle of the range
  double off = 0;      ///< half the range of that ratio over layouts and sizes, as a logarithm
};

/// The two largest measured layouts with as many ranks on each node as a larger layout, to which
/// they are extrapolated.
class ExtrapolationBaseline {
 public:
  /// Returns the baseline for `layout`; nothing where there are no two such layouts, or where no
  /// algorithm is comparable with the library on both. `predictor` predicts for the layouts of the
  /// curves of `measurements`; requires that `predictor` outlives the baseline.
  static std::optional<ExtrapolationBaseline> Of(const Measurements& measurements,
                                                 Collective collective, const Layout& layout,
                                                 const Predictor& predictor);

  /// Cost curve of the larger layout.
  const CostCurve& last() const { return last_; }

  /// Whether predictions for a layout are corrected by the measurements of the next smaller one.
  /// True where corrected predictions for the larger layout had the smaller error there.
  bool is_corrected() const { return is_corrected_; }

  /// Returns the algorithm that passes `counts` and whose times are the most similar to the
  /// library's, on both layouts at the measured sizes around `bytes`. Returns nothing where no such
  /// algorithm has times there.
  std::optional<Likeness> LibraryAround(Bytes bytes,
                                        const std::function<bool(ChoiceId)>& counts) const;

  /// Returns the 90th percentile of the error in predicting the share of the library's time that
  /// the best choices take, as a logarithm. The errors are of the larger layout, at the measured
  /// sizes around `bytes`; at all sizes where those have none.
  double OffAround(Bytes bytes) const;

 private:
  using Misses = std::map<Bytes, std::vector<double>>;

  ExtrapolationBaseline(CostCurve before, CostCurve last)
      : before_(std::move(before)), last_(std::move(last)) {}

  Misses MissesOf(const CostCurve& expected) const;

  CostCurve before_;
  CostCurve last_;
  bool is_corrected_ = true;
  Misses misses_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_EXTRAPOLATION_BASELINE_H_
