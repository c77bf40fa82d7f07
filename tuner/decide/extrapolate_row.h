// Decisions for more ranks than were measured, extrapolated by a model as far as measurements bear
// the model out. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_DECIDE_EXTRAPOLATE_ROW_H_
#define COLLTUNE_TUNER_DECIDE_EXTRAPOLATE_ROW_H_

#include <functional>

#include "profiles/decision_table.h"
#include "tuner/search/measurements.h"

namespace colltune::tune {

struct ExtrapolationOptions {
  std::string model;                                                 ///< name of the model
  std::function<void(const Problem&)> beat = [](const Problem&) {};  ///< before each decision
};

/// Extrapolates the row of `layout` from the two largest measured curves of `measurements` that
/// have fewer ranks, and as many on each node.
/// 1. The library is taken for the algorithm whose times are the most similar on both curves.
/// 2. The larger curve is predicted twice: by the model alone, and corrected by the smaller curve.
///    The errors are of the shares of the library's time that the best choices take.
/// 3. The way with the smaller error predicts `layout`.
/// 4. A choice is made only where its expected saving exceeds the margin of the decisions, plus the
///    90th percentile of that error around this size, plus the spread of the likeness.
///
/// The row has no rules where there are no two such curves, and for collectives whose ranks do not
/// know sizes. `near` predicts for the layouts of the curves, `far` for `layout`.
Row ExtrapolateRow(const Measurements& measurements, Collective collective, const Layout& layout,
                   const Predictor& near, const Predictor& far,
                   const ExtrapolationOptions& options);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_EXTRAPOLATE_ROW_H_
