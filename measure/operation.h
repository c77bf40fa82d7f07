// A collective operation that is ready to be repeated: what the methods time.
#ifndef COLLTUNE_MEASURE_OPERATION_H_
#define COLLTUNE_MEASURE_OPERATION_H_

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/calls.h"
#include "algorithms/registry.h"

namespace colltune {

/// The largest message that is measured: counts of MPI-3.1 are int.
inline constexpr Bytes kMostBytes{(std::int64_t{1} << 31) - 1};

/// Whether Operation knows how to perform a collective.
bool IsMeasurable(Collective collective);

/// An implementation (an algorithm, or the MPI library's own), a size and a root. Different
/// operations may share a runner and a buffer, one after another.
class Operation {
 public:
  /// Requires a collective of which IsMeasurable, a `buffer` of at least `bytes`,
  /// bytes <= kMostBytes, and that runner and buffer live longer.
  Operation(Collective collective, const Choice& choice, Bytes bytes, Rank root, Runner& runner,
            std::vector<std::byte>& buffer);

  /// Performs it once. Collective over comm(). Throws MpiError.
  void Run();

  /// Performs a changed schedule on the same data; an empty one does nothing.
  void Run(const Schedule& schedule);

  /// "binomial", "knomial:k=4:segment=8K", or "library".
  const std::string& name() const { return name_; }
  Collective collective() const { return collective_; }
  Bytes bytes() const { return bytes_; }
  Rank root() const { return shape_.root; }
  int ranks() const { return shape_.ranks; }
  MPI_Comm comm() const { return runner_->comm(); }

  /// The schedules of all ranks, in elements of a byte; none for the library's own, which hides
  /// what it does.
  std::vector<Schedule> Schedules() const;

 private:
  Collective collective_;
  Choice choice_;
  std::string name_;
  Bytes bytes_;
  Shape shape_;
  Runner* runner_;
  std::byte* buffer_;
};

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_OPERATION_H_
