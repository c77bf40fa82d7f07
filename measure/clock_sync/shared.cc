// No synchronisation: all ranks read one clock.
#include <stdexcept>

#include "measure/clock_sync/schemes.h"

namespace colltune::measure {

Synchroniser MakeShared(const SyncContext& context) {
  if (!SharesClock(context.comm, *context.clock)) {
    throw std::invalid_argument("the ranks do not share a clock: scheme \"shared\" cannot be used");
  }
  return [](SyncMoment) { return ClockModel(); };
}

}  // namespace colltune::measure
