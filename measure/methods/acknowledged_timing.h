// Operations that one rank acknowledges to the root: what the per-destination method is made of.
#ifndef COLLTUNE_MEASURE_METHODS_ACKNOWLEDGED_TIMING_H_
#define COLLTUNE_MEASURE_METHODS_ACKNOWLEDGED_TIMING_H_

#include "measure/methods/method.h"

namespace colltune {

/// Times one operation with one rank `i`, in batches of options.batch; of fewer, one at least, and
/// with fewer calibrations, three at least, where a barrier takes milliseconds: then neither a
/// clock's steps nor interruptions are much of what is timed. `replacement` is empty, or
/// the schedules of all ranks that are performed in the operation's place. All calls are
/// collective; the results are the root's, others get no use of theirs.
class Acknowledged {
 public:
  /// Requires that all arguments live longer.
  Acknowledged(Operation& operation, const Clock& clock, const MethodOptions& options);

  /// E_i: the mean of a loop, behind one that is not timed.
  Seconds TimeLoop(Rank i, const std::vector<Schedule>& replacement);

  struct Seen {
    Seconds whole{};  ///< with the acknowledgement
    Seconds root{};   ///< until the root is done with the operation itself
  };
  /// The medians of operations each of which begins when the one before is over everywhere.
  Seen TimeIsolated(Rank i, const std::vector<Schedule>& replacement);

  /// For each rank when the root hears that it is done with an isolated operation that all ranks
  /// acknowledge, and when the root itself is done.
  std::vector<Seconds> TimeAll();

  /// When the root itself is done with an isolated operation.
  Seconds TimeRoot();

  /// When the root is done with an isolated operation that all ranks start at the same moment: the
  /// root tells each rank how long to wait from when it hears of it, which is `half_trips` of that
  /// rank after it was sent.
  Seconds TimeReleased(const std::vector<Seconds>& half_trips);

  /// RTL_i: an empty round trip between root and rank i. The median of the calibrations.
  Seconds RoundTrip(Rank i);

  /// The root's time to receive an empty message that has arrived; taken once.
  Seconds WaitingReceive();

  /// Gives all ranks the root's values.
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
  Seconds reading_{};   // what a reading of the clock costs
  Seconds settling_{};  // after which all ranks have left a barrier
  Seconds waiting_receive_{-1};
  char token_ = 0;
};

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_METHODS_ACKNOWLEDGED_TIMING_H_
