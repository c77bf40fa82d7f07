// Performs schedules with MPI point-to-point messages.
#ifndef COLLTUNE_ALGORITHMS_RUN_RUNNER_H_
#define COLLTUNE_ALGORITHMS_RUN_RUNNER_H_

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/mpi/errors_return.h"
#include "algorithms/out_of_memory.h"
#include "algorithms/places.h"
#include "algorithms/run/arrivals.h"
#include "algorithms/run/bound_schedule.h"
#include "algorithms/run/device_memory.h"
#include "algorithms/run/drained_comm.h"
#include "algorithms/run/local_steps.h"
#include "algorithms/run/schedule_cache.h"
#include "algorithms/run/scratch_memory.h"

namespace colltune {

/// Runs algorithms on the processes of one communicator; calls.h has a function for each of MPI's
/// collectives.
///
/// Messages travel on a private communicator, never on the caller's, where a receive from any
/// source with any tag could take them. Schedules are kept: a call that repeats an algorithm on a
/// shape builds nothing and allocates nothing. The exception is a message of several blocks that
/// lie apart, which takes a datatype: a subtree's that wrap around the end of the ranks, or
/// allgatherv:neighbor_exchange. Only one thread may use a Runner at a time, as MPI demands of
/// collective calls on one communicator anyway.
class Runner {
 public:
  /// Collective over `comm`. Throws MpiError when no communicator can be made. `places`: topology
  /// of the ranks, the same on all of them; without, algorithms that need places decline. `devices`
  /// outlives the runner; without, all buffers are the host's.
  explicit Runner(MPI_Comm comm, std::shared_ptr<const Places> places = nullptr,
                  DeviceMemory* devices = nullptr);

  /// Performs this rank's part of a collective. All ranks name the same choice and shape.
  /// Exceptions are shape.in_place in rooted collectives, and the root's shape.element in scatters.
  /// The shape's places are the runner's. Returns MPI_SUCCESS or the first error of a message or a
  /// reduction:
  /// - A choice that agrees on the largest block (agreement.h) does so first, by messages of the
  ///   same communicator. A block of another size than this rank expects is then an error as a
  ///   message of that size is.
  /// - A message that is shorter than this rank expects is an error (MPI_ERR_OTHER).
  /// - Ranks that disagree on the size of a divided block send another number of messages than
  ///   their peers expect. A peer then returns MPI_ERR_TRUNCATE or MPI_ERR_OTHER, and receives as
  ///   many messages as there are.
  /// - A rank runs ahead whose messages are worth it (IsWorthAhead). User-defined operations, which
  ///   may never return, and types that are received as packed bytes are performed round by round.
  /// - After an error the rest of the schedule is still performed, so that no other rank waits in
  ///   vain. Ranks that receive wrong data return MPI_ERR_OTHER.
  /// - In a round of several messages, other than one each way, and where a rank runs ahead, MPICH
  ///   would raise errors on MPI_COMM_WORLD. They return, unless several threads may call MPI at a
  ///   time: the error handler there may then end the program.
  ///
  /// Throws Declined on all ranks alike, before any message. Throws MpiError or OutOfMemory where
  /// types or memory cannot be had.
  ///
  /// The operation of a reduction may throw, or leave by longjmp or pthread_exit. Exceptions of the
  /// operation pass through. This rank's messages of the call are then as incomplete as those of
  /// the library's own collective. The runner can still be used, but nothing is promised of calls
  /// on this communicator.
  int Run(const Choice& choice, const Shape& shape, const Operands& operands);

  /// Performs a schedule that the caller keeps, without slots; else as above.
  int Run(const Schedule& schedule, const Operands& operands);

  MPI_Comm comm() const { return comm_.get(); }
  int ranks() const { return ranks_; }
  Rank rank() const { return rank_; }
  const Places* places() const { return places_.get(); }

  /// Return memory for preparing operands, apart from that of Buffer::kScratch. The contents are
  /// lost at the next call of the same function.
  std::byte* Staging(std::int64_t bytes) { return staging_.Reserve(bytes); }
  std::vector<std::int64_t>& begins() { return begins_; }

 private:
  int RunInAgreement(const Choice& choice, Shape shape, const Operands& operands);
  int AgreeOnLargest(const Shape& shape, std::int64_t& largest);
  int Run(const KeptSchedule& kept, const Operands& operands, std::int64_t largest = 0);
  int PerformRounds(const Bound& bound);
  int PerformAhead(const Bound& bound);
  int Perform(std::span<const Message> messages, const Bound& bound);
  int PerformAlone(const Message& message, const Bound& bound);
  int Exchange(const Message& receive, const Message& send, const Bound& bound);
  int Complete(std::span<const Message> messages, const Bound& bound);
  void ReserveRequests(std::size_t count);
  using StartSend = decltype(PMPI_Isend);
  /// Posts a receive into `piece`, or starts a send from it; and completes a receive.
  int Begin(const Message& message, const MpiSpan& piece, MPI_Request& request, const Bound& bound,
            StartSend* start = PMPI_Isend);
  int Receive(const Message& message, const MpiSpan& target, MPI_Request& request,
              const Bound& bound);
  /// Lets errors of requests return for the lifetime of the result.
  std::optional<ErrorsReturn> ErrorsOfRequestsReturn() const;

  DrainedComm comm_;
  std::shared_ptr<const Places> places_;
  int ranks_;
  Rank rank_;
  bool may_change_world_;
  KeptSchedules schedules_;
  std::optional<KeptSchedule> agreement_;
  Arrivals arrivals_;
  LocalSteps steps_;
  Store scratch_;
  Store slots_;
  Store staging_;
  std::vector<std::int64_t> begins_;
  std::vector<MPI_Request> requests_;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_RUNNER_H_
