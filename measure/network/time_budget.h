// Keeps the steps of a suite within a time limit.
#ifndef COLLTUNE_MEASURE_NETWORK_TIME_BUDGET_H_
#define COLLTUNE_MEASURE_NETWORK_TIME_BUDGET_H_

#include <mpi.h>

#include <span>

#include "algorithms/mpi/error.h"
#include "measure/clock/clock.h"
#include "measure/network/repetition_limits.h"

namespace colltune::measure {

/// A time limit by the clock of rank 0, which all ranks follow, so that they decide alike.
class Pace {
 public:
  /// Starts the time, which ends `most` from now. Requires that `comm` and `clock` live longer.
  Pace(MPI_Comm comm, const Clock& clock, Seconds most)
      : comm_(comm), clock_(clock), end_(clock.Now() + most), limited_(most < kUnlimited) {}

  bool limited() const { return limited_; }

  /// Begins a step, which may take its share of the time left; see ShareOfFirst. `weights` has the
  /// weight of this step and of all later ones.
  void Begin(std::span<const double> weights) {
    step_end_ = end_;
    if (limited_) step_end_ = clock_.Now() + ShareOfFirst(end_ - clock_.Now(), weights);
  }

  /// Returns the time left of the step; negative when the step is over. Collective over `comm`;
  /// where there is no limit nothing is exchanged.
  Seconds Left() const {
    double left = (step_end_ - clock_.Now()).count();
    if (limited_) Check(PMPI_Bcast(&left, 1, MPI_DOUBLE, 0, comm_));
    return Seconds(left);
  }

 private:
  const MPI_Comm comm_;
  const Clock& clock_;
  const Seconds end_;
  const bool limited_;
  Seconds step_end_{};
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_TIME_BUDGET_H_
