// Gives all ranks of a communicator one clock.
#ifndef COLLTUNE_MEASURE_CLOCK_SYNC_GLOBAL_CLOCK_H_
#define COLLTUNE_MEASURE_CLOCK_SYNC_GLOBAL_CLOCK_H_

#include <optional>
#include <string_view>

#include "algorithms/mpi/unique.h"
#include "measure/clock_sync/schemes.h"

namespace colltune::measure {

/// A time of the global clock. The true time is at most `error` away, if no clock drifts more than
/// SyncOptions::drift_bound allows. Where the messages showed that a clock does, the error is
/// infinite.
struct GlobalTime {
  Seconds time{};
  Seconds error{};
};

/// The clock of rank 0 of a communicator, as this rank computes it from its own clock.
class GlobalClock {
 public:
  /// Makes the clock, unsynchronised. Collective over `comm`, with the same scheme and options on
  /// all ranks. `local` outlives the global clock. Throws std::invalid_argument for invalid
  /// options, and where the scheme does not work here.
  GlobalClock(MPI_Comm comm, const Clock& local, const ClockSync& scheme,
              const SyncOptions& options);

  /// Begins a batch of repetitions: synchronises, unless the last synchronisation is at most
  /// options.max_age old by rank 0's clock. Collective.
  void Begin();

  /// Ends the batch. A scheme that interpolates synchronises again, after which times within the
  /// batch are more exact. Other schemes do nothing. Collective.
  void End();

  /// Returns the global time at which the local clock shows `local`. Requires Begin.
  GlobalTime ToGlobal(Seconds local) const;
  /// Returns the local time at which the global clock shows `global`. Requires Begin.
  Seconds ToLocal(Seconds global) const { return model_.ToLocal(global); }

  /// Returns rank 0's `time`, on all ranks. Collective.
  Seconds Announce(Seconds time) const;
  /// Returns the time until rank 0 knows that all ranks have got an announcement. Collective; timed
  /// at the first call only.
  Seconds Announcement();

  const Clock& local() const { return *context_.clock; }
  MPI_Comm comm() const { return comm_; }
  std::string_view name() const { return scheme_->name; }  ///< of the scheme

 private:
  void Synchronise(SyncMoment moment);
  bool IsStale() const;

  MPI_Comm comm_;
  UniqueComm private_;  // for the scheme's messages alone, so that none of others is mistaken
  SyncContext context_;
  const ClockSync* scheme_;
  Synchroniser synchroniser_;
  ClockModel model_;
  bool synchronised_ = false;
  Seconds when_{};
  std::optional<Seconds> announcement_;
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_CLOCK_SYNC_GLOBAL_CLOCK_H_
