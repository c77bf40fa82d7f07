// Time against size, with confidence intervals, of all candidates that were measured for a row.
#ifndef COLLTUNE_TUNER_REPORT_TIMES_H_
#define COLLTUNE_TUNER_REPORT_TIMES_H_

#include <string>
#include <vector>

#include "profiles/decision_table.h"
#include "tuner/plot/plot.h"

namespace colltune::tune {

/// A curve for each candidate that was timed; none where none was. The library's comes first, then
/// the choices of the row's rules, all of them strong, then the others, by name.
Plot TimesOf(const Row& row);

/// A header line and one row for each candidate at each size of these rows, timed or predicted:
///
///   op,ranks,ranks_per_node,sites,mapping,first_root,last_root,bytes,choice,chosen,samples,
///   median_us,low_us,high_us,predicted_us
///
/// `chosen` is 1 or 0; times are empty where there are none.
std::string TimesCsv(const std::vector<const Row*>& rows);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_TIMES_H_
