// A collective operation that is ready to be repeated: what the methods time.
#ifndef COLLTUNE_MEASURE_OPERATION_H_
#define COLLTUNE_MEASURE_OPERATION_H_

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/registry.h"
#include "algorithms/runner.h"

namespace colltune {

/// The largest message that is measured: counts of MPI-3.1 are int.
inline constexpr Bytes kMostBytes{(std::int64_t{1} << 31) - 1};

/// An implementation (an algorithm, or the MPI library's own), a size and a root. Different
/// operations may share a runner and a buffer, one after another.
class Operation {
 public:
  /// `algorithm` is nullptr for the library's own implementation. Requires a `buffer` of at least
  /// `bytes`, bytes <= kMostBytes, and that runner and buffer live longer.
  Operation(Collective collective, const Algorithm* algorithm, Bytes bytes, Rank root,
            Runner& runner, std::vector<std::byte>& buffer);

  /// Performs it once. Collective over comm(). Throws MpiError.
  void Run();

  /// Performs a changed schedule on the same data; an empty one does nothing.
  void Run(const Schedule& schedule);

  /// "binomial", or "library".
  std::string_view name() const { return algorithm_ ? algorithm_->name : kLibrary; }
  Collective collective() const { return collective_; }
  Bytes bytes() const { return bytes_; }
  Rank root() const { return shape_.root; }
  int ranks() const { return shape_.ranks; }
  MPI_Comm comm() const { return runner_->comm(); }

  /// The schedules of all ranks; none for the library's own, which hides what it does.
  std::vector<Schedule> Schedules() const;

 private:
  Collective collective_;
  const Algorithm* algorithm_;
  Bytes bytes_;
  Shape shape_;
  Runner* runner_;
  Operand operand_;
};

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_OPERATION_H_
