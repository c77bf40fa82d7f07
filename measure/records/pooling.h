// What the rows of one run or of several amount to.
#ifndef COLLTUNE_MEASURE_RECORDS_POOLING_H_
#define COLLTUNE_MEASURE_RECORDS_POOLING_H_

#include <compare>
#include <span>
#include <string>
#include <vector>

#include "measure/records/records.h"
#include "measure/statistics/comparison.h"
#include "measure/statistics/stopping_rule.h"

namespace colltune {

/// The problem that implementations are compared on.
struct MeasuredProblem {
  std::string op;
  std::string method;
  int ranks = 0;
  Rank root = 0;
  Bytes bytes;

  friend auto operator<=>(const MeasuredProblem&, const MeasuredProblem&) = default;
};

/// All runs of one implementation of one problem.
struct Pool {
  MeasuredProblem problem;
  Contender contender;  ///< its name, and of each run the median of the valid rows
  /// The median with its interval: of the runs where there are several, else of the rows of the
  /// only one. Of an operation that is timed by destination, the one with the largest median
  /// counts in each run (de Supinski & Karonis, section 4).
  Estimate median;
};

/// The pools of all `records`, by problem and then in the order in which implementations first
/// appear. One without a valid row is left out. Requires 0 < confidence < 1.
std::vector<Pool> PoolRecords(std::span<const Record> records, double confidence);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_RECORDS_POOLING_H_
