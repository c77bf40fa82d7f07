// Results as rows: one for each sample, with where it comes from.
#ifndef COLLTUNE_MEASURE_RECORDS_H_
#define COLLTUNE_MEASURE_RECORDS_H_

#include <string>

#include "measure/method.h"

namespace colltune {

/// What is equal for all rows of a run.
struct Origin {
  std::string method;
  std::string host;  ///< of rank 0
  std::string mpi;
  std::string clock;
  ClockQuality quality;
};

/// The header line of the CSV form, without the line's end.
std::string CsvHeader();

/// The row of one sample, without the line's end. `repetition` counts from 0. A sample of all
/// ranks has an empty `destination`.
std::string CsvRow(const Origin& origin, const Operation& operation, int repetition,
                   const Sample& sample);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_RECORDS_H_
