// What a rank does with its own memory between messages.
#ifndef COLLTUNE_ALGORITHMS_LOCAL_STEPS_H_
#define COLLTUNE_ALGORITHMS_LOCAL_STEPS_H_

#include <mpi.h>

#include "algorithms/bound.h"
#include "algorithms/store.h"

namespace colltune {

/// Performs copies, between types as MPI converts them, and reductions. Functions return MPI's
/// code.
class LocalSteps {
 public:
  /// `comm` is where errors return and packing is done; `rank` is its own there.
  LocalSteps(MPI_Comm comm, Rank rank) : comm_(comm), rank_(rank) {}

  int Perform(const Step& step, const Bound& bound) {
    return step.kind == Step::Kind::kCopy ? Copy(step, bound) : Reduce(step, bound);
  }

 private:
  int Copy(const Step& step, const Bound& bound);
  int Convert(const Piece& from, const Piece& into);
  static int Reduce(const Step& step, const Bound& bound);

  MPI_Comm comm_;
  Rank rank_;
  Store packed_;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_LOCAL_STEPS_H_
