// A collective operation that is ready to be repeated, for the timing methods.
#ifndef COLLTUNE_MEASURE_OPERATION_OPERATION_H_
#define COLLTUNE_MEASURE_OPERATION_OPERATION_H_

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/native/native.h"
#include "algorithms/registry.h"
#include "measure/operation/collective_calls.h"
#include "measure/operation/operation_memory.h"

namespace colltune::measure {

/// Largest block that is measured: counts of MPI-3.1 are int.
inline constexpr Bytes kMostBytes{(std::int64_t{1} << 31) - 1};

/// Returns the shape of an Operation on blocks of `bytes`. Throws std::invalid_argument where the
/// buffers of all blocks are larger than MPI's int displacements reach.
Shape ShapeOf(Collective collective, Bytes bytes, Rank root, int ranks);

/// Items of an operation's data in memory.
enum class Spacing : unsigned char {
  kDense,     ///< one after another
  kWithHoles  ///< each is followed by as many bytes that are not data, and belong to its type
};

/// An implementation of a collective, with a size and a root. The implementation is an algorithm of
/// colltune, an algorithm inside the MPI library, or the library's own choice. `bytes` is the size
/// of a block, which one rank contributes to, or gets from, the operation (buffers.h). A reduction
/// adds doubles or, where a block is not a whole number of doubles, takes the exclusive or of
/// bytes.
class Operation {
 public:
  /// Requires bytes <= kMostBytes, and that runner and memory live longer. The memory may be
  /// reserved for more only while no operation runs. Holes require that nothing is reduced: MPI's
  /// operations are for its own types. Throws as ShapeOf and NativeSelector, MpiError, and
  /// std::bad_alloc.
  Operation(Collective collective, const Choice& choice, Bytes bytes, Rank root, Runner& runner,
            OperationMemory& memory, Spacing spacing = Spacing::kDense);

  /// Makes Run and Prepare keep their first exception instead of throwing: ranks stay in step where
  /// only some of them fail.
  void KeepFailures() { keeps_failures_ = true; }
  /// Returns the exception that was kept; nullptr where nothing has failed on this rank.
  const std::exception_ptr& failure() const { return failure_; }

  /// Builds the schedule of an algorithm of colltune, as Run does, without sending a message: an
  /// exception is then known before other ranks wait for this one. Local.
  void Prepare();

  /// Performs the operation once. Collective over comm(). Throws MpiError; and Declined, on all
  /// ranks, where the algorithm does not take this shape. The time to select an algorithm of the
  /// library is included, as in an application's call.
  void Run() { Run(shape_.root); }

  /// Performs the operation once from another root.
  void Run(Rank root);

  /// Performs a changed schedule on the same data; an empty one does nothing.
  void Run(const Schedule& schedule);

  /// "binomial", "knomial:k=4:segment=8K", "mpich:binomial", or "library".
  const std::string& name() const { return name_; }
  Collective collective() const { return collective_; }
  const Choice& choice() const { return choice_; }
  Bytes bytes() const { return bytes_; }
  /// Returns the shape, with the runner's places.
  const Shape& shape() const { return shape_; }
  Rank root() const { return shape_.root; }
  /// Returns the distance of two items in memory, in items: 2 where there are holes, else 1.
  int stride() const { return spaced_ ? 2 : 1; }
  int ranks() const { return shape_.ranks; }
  MPI_Comm comm() const { return runner_->comm(); }
  Runner& runner() const { return *runner_; }

  /// Returns the schedules of all ranks; none for algorithms of the library, which has no
  /// schedules.
  std::vector<Schedule> Schedules() const;

 private:
  CallArguments Arguments(Rank root) const;
  void Perform(Rank root);
  /// Calls `body`; after KeepFailures, keeps its exception.
  template <typename Body>
  void Guarded(const Body& body);

  Collective collective_;
  Choice choice_;
  std::optional<NativeSelector> native_;
  std::string declined_;  // why the library's algorithm must not be called
  std::string name_;
  Bytes bytes_;
  std::shared_ptr<MPI_Datatype> spaced_;  // freed with the operation; null for a dense type
  MPI_Datatype type_;
  MPI_Op op_;
  Shape shape_;
  Runner* runner_;
  OperationMemory* memory_;
  bool keeps_failures_ = false;
  std::exception_ptr failure_;
  // Arguments of the vector collectives, by rank.
  std::vector<int> counts_;
  std::vector<int> displacements_;
  std::vector<int> byte_displacements_;
  std::vector<MPI_Datatype> types_;
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_OPERATION_OPERATION_H_
