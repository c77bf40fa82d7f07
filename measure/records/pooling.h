// Pools the rows of one run or of several.
#ifndef COLLTUNE_MEASURE_RECORDS_POOLING_H_
#define COLLTUNE_MEASURE_RECORDS_POOLING_H_

#include <compare>
#include <span>
#include <string>
#include <vector>

#include "measure/records/records.h"
#include "measure/statistics/comparison.h"
#include "measure/statistics/stopping_rule.h"

namespace colltune::measure {

/// A problem on which implementations are compared.
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
  Contender contender;  ///< name of the implementation, and the median of each run's valid rows
  /// Median with its interval: of several runs' medians, or of the rows of a single run. For an
  /// operation that is timed by destination, the destination with the largest median counts in each
  /// run (de Supinski & Karonis, section 4).
  Estimate median;
};

/// Returns the pools of all `records`, by problem and then in the order in which implementations
/// first appear. Implementations without a valid row are left out. Requires 0 < confidence < 1.
std::vector<Pool> PoolRecords(std::span<const Record> records, double confidence);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_RECORDS_POOLING_H_
