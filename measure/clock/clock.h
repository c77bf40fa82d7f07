// Clocks that a process can read.
#ifndef COLLTUNE_MEASURE_CLOCK_CLOCK_H_
#define COLLTUNE_MEASURE_CLOCK_CLOCK_H_

#include <mpi.h>

#include <span>
#include <string>
#include <string_view>

#include "algorithms/units.h"

namespace colltune::measure {

/// Tells the time since some moment in the past, and waits. Methods use clocks through this
/// interface, so that tests can replace them by clocks with known errors.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::string_view name() const = 0;
  /// Set of processes that read the same clock: this process alone, its node's, or all of the job.
  enum class Scope { kProcess, kNode, kJob };
  virtual Scope scope() const { return Scope::kProcess; }
  virtual Seconds Now() const = 0;
  /// Returns as soon as Now() >= time, keeping the processor busy as a computation would.
  virtual void WaitUntil(Seconds time) const = 0;
};

/// Returns the clock of MPI_Wtime, which lives as long as the program.
const Clock& WtimeClock();

/// A row of the table of clocks.
struct ClockEntry {
  std::string_view name;  ///< persistent: records contain it
  std::string_view summary;
  std::string unavailable;  ///< why the clock cannot be read here; empty where it can
  /// Returns the clock, which lives as long as the program. Requires that the clock is available.
  /// The first call may take some milliseconds.
  const Clock& (*clock)();
};

std::span<const ClockEntry> Clocks();

/// Returns the clock of that name, available or not, or nullptr.
const ClockEntry* FindClock(std::string_view name);

/// Resolution of a clock, and the cost of reading it.
struct ClockQuality {
  Seconds resolution{};  ///< smallest step seen between readings; 0 when the clock stood still
  Seconds cost{};        ///< mean time of one reading
};

/// Reads `clock` some ten thousand times.
ClockQuality Examine(const Clock& clock);

/// Tells whether all processes of `comm` read one clock: its scope is the job, or the node that all
/// processes run on. One process alone always does. Collective over `comm`, with the same kind of
/// clock on all ranks.
bool SharesClock(MPI_Comm comm, const Clock& clock = WtimeClock());

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_CLOCK_CLOCK_H_
