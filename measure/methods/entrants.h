// Admits candidates to a race: candidates that fail are left out, and named.
#ifndef COLLTUNE_MEASURE_METHODS_ENTRANTS_H_
#define COLLTUNE_MEASURE_METHODS_ENTRANTS_H_

#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "measure/methods/method.h"

namespace colltune::measure {

/// A candidate that failed on some rank; the same on all ranks.
struct CandidateFailure {
  std::string choice;  ///< the candidate as text, by ToText(Choice)
  std::string reason;  ///< "error on rank 2: ...", "wrong result on rank 0"
};

struct EntryRule {
  /// Whether results are checked; requires memory whose content matters.
  bool checks_results = true;
  /// Called before each candidate; must return the same on all ranks. After `false` the remaining
  /// candidates are left out. If the call synchronises the ranks, a candidate that hangs is the one
  /// that was passed to `performs` on rank 0 last.
  std::function<bool()> goes_on = [] { return true; };
  /// A candidate is left out, without a failure, if it takes more than this multiple of the time of
  /// the library's own as it is performed first, and more than `worth_leaving`. On slow networks
  /// some take a hundred times as long, and their repetitions minutes.
  double most_times = std::numeric_limits<double>::infinity();
  Seconds worth_leaving{1};
  /// Called on each rank before it performs a candidate, and with nullptr after the last one.
  std::function<void(const Operation*)> performs = [](const Operation*) {};
};

/// Operations that can be timed, each with its method.
struct Entrants {
  std::vector<std::unique_ptr<Operation>> operations;
  std::vector<std::unique_ptr<Method>> methods;
  std::vector<CandidateFailure> failures;
};

/// Performs each operation once, and makes a method for each operation that succeeds on all ranks
/// in time. All ranks build all schedules before the first message is sent, so that none waits for
/// a rank that cannot build its own. A rank that meets an error goes on with the others; afterwards
/// all ranks agree on the failures. Collective over the communicator of `clock`. With
/// `options.first_counts`, requires that `clock` has begun. Throws MpiError where that communicator
/// is broken.
Entrants Enter(std::vector<std::unique_ptr<Operation>> operations, OperationMemory& memory,
               GlobalClock& clock, const MethodEntry& method, const MethodOptions& options,
               const EntryRule& rule);

/// Returns the operations that failed on any rank, after they have been timed. Collective over
/// `comm`.
std::vector<CandidateFailure> FailuresOf(std::span<const std::unique_ptr<Operation>> operations,
                                         MPI_Comm comm);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_METHODS_ENTRANTS_H_
