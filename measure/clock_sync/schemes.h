// Ways to learn how the clocks of all ranks differ from rank 0's.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_SCHEMES_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_SCHEMES_H_

#include <mpi.h>

#include <functional>
#include <span>
#include <string_view>

#include "measure/clock/clock.h"
#include "measure/clock_sync/clock_model.h"

namespace colltune::measure {

/// Communicator, clock and options of a scheme. `comm` and `clock` outlive the scheme. Errors on
/// `comm` return, and nothing else uses `comm`.
struct SyncContext {
  MPI_Comm comm;
  const Clock* clock;
  SyncOptions options;
};

/// Moment of a synchronisation: before a batch of repetitions, or after it.
enum class SyncMoment { kBefore, kAfter };

/// Learns this rank's clock against rank 0's. Collective, and for any number of ranks.
using Synchroniser = std::function<ClockModel(SyncMoment)>;

struct ClockSync {
  std::string_view name;  ///< persistent: records contain it
  std::string_view summary;
  std::string_view source;
  bool again_after;  ///< whether the scheme synchronises after the batch, too
  /// Makes the scheme's synchroniser. Collective. Throws std::invalid_argument, on all ranks alike,
  /// where the scheme does not work.
  Synchroniser (*make)(const SyncContext& context);
};

std::span<const ClockSync> ClockSyncs();

/// Returns the scheme of that name, or nullptr.
const ClockSync* FindClockSync(std::string_view name);

/// Returns the default scheme: `shared` where the ranks share the clock, else `interpolated`, whose
/// times within a batch are the most exact. Collective over `comm`.
const ClockSync& StandardClockSync(MPI_Comm comm, const Clock& clock);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_SCHEMES_H_
