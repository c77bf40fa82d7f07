// Ways to learn how the clocks of all ranks differ from rank 0's.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_SCHEMES_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_SCHEMES_H_

#include <mpi.h>

#include <functional>
#include <span>
#include <string_view>

#include "measure/clock/clock.h"
#include "measure/clock_sync/clock_model.h"

namespace colltune {

/// What a scheme works with. `comm` and `clock` outlive it; errors on `comm` return, and nothing
/// else uses it.
struct SyncContext {
  MPI_Comm comm;
  const Clock* clock;
  SyncOptions options;
};

/// When a synchronisation happens: before a batch of repetitions, or after it.
enum class SyncMoment { kBefore, kAfter };

/// Learns this rank's clock against rank 0's. Collective, and for any number of ranks.
using Synchroniser = std::function<ClockModel(SyncMoment)>;

struct ClockSync {
  std::string_view name;  ///< persistent: it stands in records
  std::string_view summary;
  std::string_view source;
  bool again_after;  ///< synchronises after the batch as well
  /// Collective. Throws std::invalid_argument, on all ranks alike, where the scheme does not work.
  Synchroniser (*make)(const SyncContext& context);
};

/// All schemes.
std::span<const ClockSync> ClockSyncs();

/// The scheme of that name, or nullptr.
const ClockSync* FindClockSync(std::string_view name);

/// The scheme to be used when none is asked for: none at all where the ranks share the clock, else
/// the one whose times within a batch are the best. Collective over `comm`.
const ClockSync& StandardClockSync(MPI_Comm comm, const Clock& clock);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_SCHEMES_H_
