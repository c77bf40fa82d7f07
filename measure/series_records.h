// Records of what a race has timed.
#ifndef COLLTUNE_MEASURE_SERIES_RECORDS_H_
#define COLLTUNE_MEASURE_SERIES_RECORDS_H_

#include <vector>

#include "measure/operation.h"
#include "measure/race.h"
#include "measure/records.h"

namespace colltune {

/// One for each sample. `origin` has what is equal for all rows of the run: the method, run,
/// reduction, clock, and all behind it. A sample is marked as preempted by the median of the valid
/// ones of its destination.
std::vector<Record> RecordsOf(const Record& origin, const Operation& operation,
                              const Series& series);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_SERIES_RECORDS_H_
