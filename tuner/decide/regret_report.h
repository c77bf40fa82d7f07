// The regret that a tuning has bought: what is expected, and what was measured of it. Pure.
#ifndef COLLTUNE_TUNER_DECIDE_REGRET_REPORT_H_
#define COLLTUNE_TUNER_DECIDE_REGRET_REPORT_H_

#include "profiles/profile.h"
#include "tuner/problem/layout_placing.h"
#include "tuner/search/planner.h"

namespace colltune::tune {

/// Reports on the decisions of `table`, weighted by the calls of applications. Measured regret is
/// that of interpolated decisions at the problems that were held out. `placing` is that
/// of the table.
RegretReport ReportOn(const DecisionTable& table, Planner& planner,
                      const LayoutPlacing& placing = {});

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_REGRET_REPORT_H_
