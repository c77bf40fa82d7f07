// Records of what a race has timed.
#ifndef COLLTUNE_MEASURE_METHODS_SERIES_RECORDS_H_
#define COLLTUNE_MEASURE_METHODS_SERIES_RECORDS_H_

#include <vector>

#include "measure/methods/race.h"
#include "measure/operation/operation.h"
#include "measure/records/records.h"

namespace colltune {

/// One for each sample. `origin` has what is equal for all rows of the run: the method, run,
/// reduction, clock, and all behind it. A sample is marked as preempted by the median of the valid
/// ones of its destination.
std::vector<Record> RecordsOf(const Record& origin, const Operation& operation,
                              const Series& series);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_METHODS_SERIES_RECORDS_H_
