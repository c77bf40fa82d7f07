// Performs schedules with MPI point-to-point messages.
#ifndef COLLTUNE_ALGORITHMS_RUNNER_H_
#define COLLTUNE_ALGORITHMS_RUNNER_H_

#include <mpi.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/mpi/unique.h"

namespace colltune {

/// The memory that a schedule's elements stand for: element e is `count` items of `type` at
/// base + e * stride. A message that is never split is one element of the caller's count and
/// type, whatever holes the type has; for more elements, stride is count times the type's extent.
struct Operand {
  void* base = nullptr;
  int count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Aint stride = 0;
};

/// Runs algorithms on the processes of one communicator.
///
/// Messages travel on a private communicator, never on the caller's, where a receive from any
/// source with any tag could take them. Schedules are kept: a call that repeats an algorithm on
/// a shape builds nothing and allocates nothing. Only one thread may use a Runner at a time, as
/// MPI demands of collective calls on one communicator anyway.
class Runner {
 public:
  /// Collective over `comm`. Throws MpiError when no communicator can be made.
  explicit Runner(MPI_Comm comm);

  /// Performs this rank's part. Collective: all ranks name the same algorithm and shape.
  /// Requires algorithm.declines(shape).empty(). Returns MPI_SUCCESS or the first error of a
  /// message; a message that is shorter than this rank expects is one (MPI_ERR_OTHER). After an
  /// error the rest of the schedule is still performed, so that no other rank waits in vain. In a
  /// round of several messages MPICH raises errors on MPI_COMM_WORLD first, whose error handler
  /// may end the program.
  int Run(const Algorithm& algorithm, const Shape& shape, const Operand& operand);

  /// As above, for a schedule that the caller keeps.
  int Run(const Schedule& schedule, const Operand& operand);

  MPI_Comm comm() const { return comm_.get(); }

 private:
  struct Key {
    const Algorithm* algorithm;
    Shape shape;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  int Perform(std::span<const Message> round, const Operand& operand);
  int PerformAlone(const Message& message, const Operand& operand);
  int Complete(std::span<const Message> round, const Operand& operand);

  UniqueComm comm_;
  Rank rank_ = 0;
  std::unordered_map<Key, Schedule, Hash> schedules_;
  std::vector<MPI_Request> requests_;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUNNER_H_
