// Times operations that ranks acknowledge to the root, for the per-destination method.
#ifndef COLLTUNE_MEASURE_METHODS_ACKNOWLEDGED_TIMING_H_
#define COLLTUNE_MEASURE_METHODS_ACKNOWLEDGED_TIMING_H_

#include "measure/methods/method.h"

namespace colltune::measure {

/// Times one operation with one rank `i`, in batches of options.batch. Where a barrier takes
/// milliseconds, batches are smaller (one at least), and calibrations fewer (three at least): the
/// clock's steps and interruptions are then small against the time. `replacement` is empty, or has
/// the schedules of all ranks, performed in the operation's place. All calls are collective;
/// results are valid at the root only.
class Acknowledged {
 public:
  /// Performs the operation once, and sizes the batches. Collective. Requires that `operation` and
  /// `clock` live longer.
  Acknowledged(Operation& operation, const Clock& clock, const MethodOptions& options);

  /// Returns E_i: the mean time of an operation and its acknowledgement in a loop, after one that
  /// is not timed.
  Seconds TimeLoop(Rank i, const std::vector<Schedule>& replacement);

  struct Seen {
    Seconds whole{};  ///< from the root's start until it has the acknowledgement
    Seconds root{};   ///< from the root's start until it is done with the operation itself
  };
  /// Returns the medians of isolated operations, each of which begins when the one before is over
  /// on all ranks.
  Seen TimeIsolated(Rank i, const std::vector<Schedule>& replacement);

  /// Times an isolated operation that all ranks acknowledge. Returns for each rank the time until
  /// the root has its acknowledgement, and for the root the time until it is done itself.
  std::vector<Seconds> TimeAll();

  /// Returns the median time until the root itself is done with an isolated operation.
  Seconds TimeRoot();

  /// Returns the median time of the root in isolated operations that all ranks start at the same
  /// moment. The root sends each rank its waiting time, counted from the message's arrival, which
  /// is taken to be `half_trips` of that rank after the sending.
  Seconds TimeReleased(const std::vector<Seconds>& half_trips);

  /// Returns RTL_i: an empty round trip between root and rank i, the median of the calibrations.
  Seconds RoundTrip(Rank i);

  /// Returns the root's time to receive an empty message that has arrived; measured once.
  Seconds WaitingReceive();

  /// Broadcasts the root's `values` to all ranks.
  void ShareOfRoot(std::vector<double>& values);

 private:
  bool IsRoot() const { return self_ == operation_.root(); }
  void Send(Rank to, int tag);
  void Receive(Rank from, int tag);
  void Signal(Rank from, Rank to);
  void Operate(const std::vector<Schedule>& replacement);
  void Settle();
  void Release(const std::vector<Seconds>& half_trips);
  void Once(Rank i, const std::vector<Schedule>& replacement);

  Operation& operation_;
  const Clock& clock_;
  int batch_;
  int calibrations_;
  const MPI_Comm comm_;
  const Rank self_;
  Seconds reading_{};   // cost of a reading of the clock
  Seconds settling_{};  // time after which all ranks have left a barrier
  Seconds waiting_receive_{-1};
  char token_ = 0;
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_METHODS_ACKNOWLEDGED_TIMING_H_
