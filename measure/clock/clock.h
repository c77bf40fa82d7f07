// The clocks that a process can read.
#ifndef COLLTUNE_MEASURE_CLOCK_CLOCK_H_
#define COLLTUNE_MEASURE_CLOCK_CLOCK_H_

#include <mpi.h>

#include <span>
#include <string>
#include <string_view>

#include "algorithms/units.h"

namespace colltune {

/// Tells the time since some moment in the past, and waits. Methods take their clock through this
/// interface, so that tests can hand them one that is wrong in a known way.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::string_view name() const = 0;
  /// Which processes read the same clock: none but this one, those on its node, or all of the job.
  enum class Scope { kProcess, kNode, kJob };
  virtual Scope scope() const { return Scope::kProcess; }
  virtual Seconds Now() const = 0;
  /// Returns as soon as Now() >= time, keeping the processor busy as a computation would.
  virtual void WaitUntil(Seconds time) const = 0;
};

/// MPI_Wtime. Lives as long as the program.
const Clock& WtimeClock();

/// A clock by its name.
struct ClockEntry {
  std::string_view name;  ///< persistent: it stands in records
  std::string_view summary;
  std::string unavailable;  ///< why it cannot be read here; empty where it can
  /// The clock, which lives as long as the program. Requires that it is available. The first call
  /// may take some milliseconds.
  const Clock& (*clock)();
};

/// All clocks.
std::span<const ClockEntry> Clocks();

/// The clock of that name, available or not, or nullptr.
const ClockEntry* FindClock(std::string_view name);

/// What reading a clock is worth.
struct ClockQuality {
  Seconds resolution{};  ///< smallest step seen between readings; 0 when it never moved by itself
  Seconds cost{};        ///< of one reading, on average
};

/// Reads `clock` some ten thousand times.
ClockQuality Examine(const Clock& clock);

/// Whether all processes of `comm` read one clock: its scope is the job, or it is the node and they
/// are on one. Collective over `comm`, with the same kind of clock on all ranks.
bool SharesClock(MPI_Comm comm, const Clock& clock = WtimeClock());

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_CLOCK_CLOCK_H_
