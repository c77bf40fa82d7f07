// Converts the samples of a race to records.
#ifndef COLLTUNE_MEASURE_METHODS_SERIES_RECORDS_H_
#define COLLTUNE_MEASURE_METHODS_SERIES_RECORDS_H_

#include <vector>

#include "measure/methods/race.h"
#include "measure/operation/operation.h"
#include "measure/records/records.h"

namespace colltune::measure {

/// Returns a record for each sample. `origin` has the fields that are equal in all rows of the run:
/// the method, run, reduction, clock, and all fields after the clock. A sample is marked as
/// preempted by comparison with the median of its destination's valid samples.
std::vector<Record> RecordsOf(const Record& origin, const Operation& operation,
                              const Series& series);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_METHODS_SERIES_RECORDS_H_
