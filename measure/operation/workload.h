// Computation that runs beside communication.
#ifndef COLLTUNE_MEASURE_OPERATION_WORKLOAD_H_
#define COLLTUNE_MEASURE_OPERATION_WORKLOAD_H_

#include <mpi.h>

#include <cstdint>
#include <memory>

#include "measure/clock/clock.h"

namespace colltune::measure {

/// An amount of work, not of time: it takes longer when something else takes the processor.
class Workload {
 public:
  virtual ~Workload() = default;
  virtual void Compute(std::int64_t units) = 0;
};

/// A loop of dependent additions and multiplications in registers; a unit is some 0.1 us. In SMPI,
/// where computing takes no time, each unit lasts 0.1 us of virtual time instead.
std::unique_ptr<Workload> ProcessorWorkload();

/// Returns the smallest number of units, to within an eighth, that take `least` or longer. The
/// result is the largest of all ranks' numbers, so that no rank computes less than `least`; 0 where
/// `least` is 0. Collective over `comm`; alike on all ranks. Throws std::runtime_error on all ranks
/// when the units of one rank take no time by its clock.
std::int64_t Calibrate(Workload& workload, const Clock& clock, Seconds least, MPI_Comm comm);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_OPERATION_WORKLOAD_H_
