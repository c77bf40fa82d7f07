// The clock of one process.
#ifndef COLLTUNE_MEASURE_CLOCK_H_
#define COLLTUNE_MEASURE_CLOCK_H_

#include <mpi.h>

#include <string_view>

#include "algorithms/units.h"

namespace colltune {

/// Tells the time since some moment in the past, and waits. Methods take their clock through this
/// interface, so that tests can hand them one that is wrong in a known way.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::string_view name() const = 0;
  virtual Seconds Now() const = 0;
  /// Returns as soon as Now() >= time, keeping the processor busy as a computation would.
  virtual void WaitUntil(Seconds time) const = 0;
};

/// MPI_Wtime. Lives as long as the program.
const Clock& WtimeClock();

/// What reading a clock is worth.
struct ClockQuality {
  Seconds resolution{};  ///< smallest step seen between readings; 0 when it never moved by itself
  Seconds cost{};        ///< of one reading, on average
};

/// Reads `clock` some ten thousand times.
ClockQuality Examine(const Clock& clock);

/// Whether all processes of `comm` read one clock with MPI_Wtime: the library says so
/// (MPI_WTIME_IS_GLOBAL), or they are on one node. Collective over `comm`.
bool SharesClock(MPI_Comm comm);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_CLOCK_H_
