// Checks, before an operation is timed, that its result is the one that MPI promises.
#ifndef COLLTUNE_MEASURE_OPERATION_RESULT_CHECK_H_
#define COLLTUNE_MEASURE_OPERATION_RESULT_CHECK_H_

#include <cstdint>

#include "measure/operation/operation.h"

namespace colltune::measure {

/// Compares this rank's output with the values that MPI promises (contracts.h). Expected values are
/// calculated locally, not received, so that failures of the library are found, too. Sums are of
/// whole numbers, and exact. Local: the results of ranks may differ.
class ResultCheck {
 public:
  /// Fills the input of the operation, which has its memory to itself until Holds. Data differ
  /// between ranks and between elements. Requires memory whose content matters.
  ResultCheck(const Operation& operation, OperationMemory& memory);

  /// Overwrites the output with values that differ from the expected ones in each byte, so that
  /// missing data is found, and holes with one value. To be called before each run.
  void Prepare();

  /// Tells whether the output is as promised, and its holes as they were; true for a barrier, which
  /// has none.
  bool Holds() const;

 private:
  /// Calls element(where, expected value, its bytes) for the output, until one returns false.
  /// Returns whether none did.
  template <typename Element>
  bool ForEachExpected(Element element) const;

  bool HolesHold() const;

  Collective collective_;
  Shape shape_;
  Rank rank_;
  std::int64_t input_ = 0;   // elements
  std::int64_t output_ = 0;  // elements
  std::int64_t stride_;      // elements from one to the next
  OperationMemory* memory_;
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_OPERATION_RESULT_CHECK_H_
