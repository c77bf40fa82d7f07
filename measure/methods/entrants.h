// Candidates on their way into a race: those that fail stay behind, and are named.
#ifndef COLLTUNE_MEASURE_METHODS_ENTRANTS_H_
#define COLLTUNE_MEASURE_METHODS_ENTRANTS_H_

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "measure/methods/method.h"

namespace colltune {

/// A candidate that failed, as all ranks know it.
struct CandidateFailure {
  std::string choice;  ///< as ToText(Choice) writes it
  std::string reason;  ///< "error on rank 2: ...", "wrong result on rank 0"
};

struct EntryRule {
  /// Whether results are checked; requires memory whose content matters.
  bool checks_results = true;
  /// Asked before each candidate; must answer alike on all ranks, and false leaves out those that
  /// are left. Where ranks wait for each other in it, one that waits for ever is the one that rank
  /// 0 is told of last.
  std::function<bool()> goes_on = [] { return true; };
  /// Called on each rank before it performs a candidate, and with nullptr behind the last one.
  std::function<void(const Operation*)> performs = [](const Operation*) {};
};

/// Operations that can be timed, each with its method.
struct Entrants {
  std::vector<std::unique_ptr<Operation>> operations;
  std::vector<std::unique_ptr<Method>> methods;
  std::vector<CandidateFailure> failures;
};

/// Performs each operation once, and makes a method of those that do on all ranks what they are
/// for. Schedules are built on all ranks before the first message of one is sent, so that nobody
/// waits for a rank that cannot build its own. A rank that meets an error goes on with the others:
/// all agree afterwards. Collective over the communicator of `clock`, which has begun where
/// `options.first_counts` wants that. Throws MpiError where that communicator is broken.
Entrants Enter(std::vector<std::unique_ptr<Operation>> operations, OperationMemory& memory,
               GlobalClock& clock, const MethodEntry& method, const MethodOptions& options,
               const EntryRule& rule);

/// Of operations that have been timed, what failed meanwhile on any rank. Collective over `comm`.
std::vector<CandidateFailure> FailuresOf(std::span<const std::unique_ptr<Operation>> operations,
                                         MPI_Comm comm);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_METHODS_ENTRANTS_H_
