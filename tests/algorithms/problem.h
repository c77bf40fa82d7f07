// A collective call as data. Performed by an algorithm of ours and by the MPI library, it must
// leave the same in memory.
#ifndef COLLTUNE_TESTS_ALGORITHMS_PROBLEM_H_
#define COLLTUNE_TESTS_ALGORITHMS_PROBLEM_H_

#include <mpi.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/run/calls.h"

namespace colltune {

/// A datatype, for reductions with an operation that takes it.
struct TypeCase {
  enum class Fill : unsigned char { kBytes, kInts, kDoubles, kDoubleInts };
  std::string name;
  MPI_Datatype type;
  Fill fill;  ///< what the type is made of
  MPI_Op op = MPI_OP_NULL;
};

/// Types with holes, with a negative lower bound, of an extent below and above the size, and
/// without data. They live until the tests end.
const std::vector<TypeCase>& MovedTypes();

/// Types and operations, predefined and not; the operations on derived types are user-defined, and
/// some do not commute.
const std::vector<TypeCase>& ReducedTypes();

struct Problem {
  Collective collective;
  Choice choice;
  std::size_t type = 0;  ///< in MovedTypes or ReducedTypes, whichever the collective needs
  int count = 0;         ///< items of a block; approximately, for vector collectives
  Rank root = 0;
  bool in_place = false;
};

std::string ToText(const Problem& problem);

/// Whether the collective may be in place.
bool MayBeInPlace(Collective collective);

/// Performs the problem twice on equal data: by `runner`, and by the library on `comm`, which has
/// the runner's processes. Returns how this rank's memory differs. The text is empty when it does
/// not differ, and when the algorithm declines, which is counted in `declined`. Collective.
std::string Compare(const Problem& problem, Runner& runner, MPI_Comm comm, int& declined);

/// Performs the problem twice by `runner`, and returns the result of `measure` for each call.
std::pair<long, long> Repeat(const Problem& problem, Runner& runner, MPI_Comm comm,
                             const std::function<long(const std::function<void()>& call)>& measure,
                             int& declined);

}  // namespace colltune

#endif  // COLLTUNE_TESTS_ALGORITHMS_PROBLEM_H_
