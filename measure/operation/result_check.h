// Whether an operation does what its collective promises, to be asked before it is timed.
#ifndef COLLTUNE_MEASURE_OPERATION_RESULT_CHECK_H_
#define COLLTUNE_MEASURE_OPERATION_RESULT_CHECK_H_

#include <cstdint>

#include "measure/operation/operation.h"

namespace colltune {

/// Compares what this rank receives with what MPI promises (contracts.h). Expected values are
/// calculated here, not received: a library that fails is found as well. Sums are of whole numbers,
/// and exact. Local: ranks may differ in what they find.
class ResultCheck {
 public:
  /// Fills the input of an operation, which has its memory to itself until Holds. Data differ
  /// between ranks and places. Requires memory whose content matters.
  ResultCheck(const Operation& operation, OperationMemory& memory);

  /// Overwrites the output with other values than expected, so that what is not received is seen.
  /// To be called before each run.
  void Prepare();

  /// Whether the output is as promised; true for a barrier, which has none.
  bool Holds() const;

 private:
  /// Calls element(where, expected value, its bytes) for the output, until it says no. Whether it
  /// never did.
  template <typename Element>
  bool ForEachExpected(Element element) const;

  Collective collective_;
  Shape shape_;
  Rank rank_;
  std::int64_t input_ = 0;   // elements
  std::int64_t output_ = 0;  // elements
  OperationMemory* memory_;
};

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_OPERATION_RESULT_CHECK_H_
