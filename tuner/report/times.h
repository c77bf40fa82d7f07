// Plot and data of time against size, with confidence intervals, of a row's measured candidates.
#ifndef COLLTUNE_TUNER_REPORT_TIMES_H_
#define COLLTUNE_TUNER_REPORT_TIMES_H_

#include <string>
#include <vector>

#include "profiles/decision_table.h"
#include "tuner/plot/plot.h"

namespace colltune::tune {

/// Returns a plot with a curve for each candidate that was timed; it may have none. The library's
/// curve comes first, then those of choices of the row's rules, then the others, each by name. The
/// library's and choices' curves are strong.
Plot TimesOf(const Row& row);

/// Returns CSV, a header line and one row for each candidate, timed or predicted, at each size of
/// these rows:
///
///   op,ranks,ranks_per_node,sites,mapping,first_root,last_root,bytes,choice,chosen,samples,
///   median_us,low_us,high_us,predicted_us
///
/// `chosen` is 1 for the rule's choice, else 0. Times are empty where there are none.
std::string TimesCsv(const std::vector<const Row*>& rows);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_TIMES_H_
