// One clock for all ranks of a communicator.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_GLOBAL_CLOCK_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_GLOBAL_CLOCK_H_

#include <optional>
#include <string_view>

#include "algorithms/mpi/unique.h"
#include "measure/clock_sync/schemes.h"

namespace colltune {

/// A time of the global clock: the true one is no further away than `error`, if no clock drifts
/// more than SyncOptions::drift_bound allows. Where the messages showed that one does, the error
/// is infinite.
struct GlobalTime {
  Seconds time{};
  Seconds error{};
};

/// The clock of rank 0 of a communicator, as this rank knows it from its own.
class GlobalClock {
 public:
  /// Collective over `comm`, with the same scheme and options on all ranks. `local` outlives it.
  /// Throws std::invalid_argument for invalid options, and where the scheme does not work here.
  GlobalClock(MPI_Comm comm, const Clock& local, const ClockSync& scheme,
              const SyncOptions& options);

  /// Collective, before a batch of repetitions: synchronises where there is no synchronisation
  /// that is at most options.max_age old by rank 0's clock.
  void Begin();

  /// Collective, after the batch: a scheme that interpolates synchronises again, and afterwards
  /// knows the times within the batch better. Others do nothing.
  void End();

  /// Requires Begin.
  GlobalTime ToGlobal(Seconds local) const;
  /// The local time at which the global clock shows `global`. Requires Begin.
  Seconds ToLocal(Seconds global) const { return model_.ToLocal(global); }

  /// Rank 0's `time`, on all ranks. Collective.
  Seconds Announce(Seconds time) const;
  /// How long it takes until rank 0 knows that all ranks have got an announcement. Collective;
  /// timed at the first call only.
  Seconds Announcement();

  const Clock& local() const { return *context_.clock; }
  MPI_Comm comm() const { return comm_; }
  std::string_view name() const { return scheme_->name; }  ///< of the scheme

 private:
  void Synchronise(SyncMoment moment);
  bool IsStale() const;

  MPI_Comm comm_;
  UniqueComm private_;  // so that no message of others is taken for one of the scheme's
  SyncContext context_;
  const ClockSync* scheme_;
  Synchroniser synchroniser_;
  ClockModel model_;
  bool synchronised_ = false;
  Seconds when_{};
  std::optional<Seconds> announcement_;
};

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_GLOBAL_CLOCK_H_
