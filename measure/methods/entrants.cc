#include "measure/methods/entrants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <utility>

#include "algorithms/mpi/error.h"
#include "algorithms/mpi/share.h"
#include "algorithms/mpi/unique.h"
#include "measure/operation/result_check.h"

namespace colltune::measure {
namespace {

using Operations = std::vector<std::unique_ptr<Operation>>;

/// Reason of failure of each operation; empty for one that succeeded.
using Reasons = std::vector<std::string>;

/// Returns, the same on all ranks, the reason of each operation that failed on any rank: that of
/// the lowest rank on which it failed.
Reasons Agreed(const Reasons& mine, MPI_Comm comm) {
  const Rank nobody = SizeOf(comm);
  const Rank self = RankIn(comm);
  std::vector<Rank> first;
  for (const std::string& reason : mine) first.push_back(reason.empty() ? nobody : self);
  Check(PMPI_Allreduce(MPI_IN_PLACE, first.data(), static_cast<int>(first.size()), MPI_INT, MPI_MIN,
                       comm));
  Reasons agreed(mine.size());
  for (std::size_t i = 0; i < mine.size(); ++i) {
    if (first[i] != nobody) agreed[i] = Share(mine[i], comm, first[i]);
  }
  return agreed;
}

/// Returns why the operation failed on this rank; empty where it did not.
std::string ReasonOf(const Operation& operation) {
  if (!operation.failure()) return "";
  const std::string where = fmt::format("on rank {}", operation.runner().rank());
  std::string reason;
  try {
    std::rethrow_exception(operation.failure());
  } catch (const Declined& error) {
    reason = fmt::format("declined late {}: {}", where, error.what());
  } catch (const std::exception& error) {
    reason = fmt::format("error {}: {}", where, error.what());
  }
  std::ranges::replace(reason, '\n', ' ');  // MPICH's messages have several lines
  return reason;
}

/// Moves operations that failed on any rank to the failures.
void Settle(const Reasons& mine, MPI_Comm comm, Entrants& entrants) {
  if (mine.empty()) return;
  const Reasons agreed = Agreed(mine, comm);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < agreed.size(); ++i) {
    if (!agreed[i].empty()) {
      entrants.failures.push_back({entrants.operations[i]->name(), agreed[i]});
      continue;
    }
    std::swap(entrants.operations[kept], entrants.operations[i]);
    if (!entrants.methods.empty()) std::swap(entrants.methods[kept], entrants.methods[i]);
    ++kept;
  }
  // Methods first: they refer to operations.
  if (!entrants.methods.empty()) entrants.methods.resize(kept);
  entrants.operations.resize(kept);
}

// Bytes of a block for the check with holes: what an algorithm does with holes shows in a few
// items, and the check precedes every race.
constexpr Bytes kWithHoles{24};

/// Returns the operation on a small block of a type with holes; nullptr where it is none of the
/// library's own algorithms, or declines such a type.
std::unique_ptr<Operation> TwinWithHoles(const Operation& operation, OperationMemory& memory) {
  if (!operation.choice().IsNative() || Reduces(operation.collective())) return nullptr;
  auto twin = std::make_unique<Operation>(operation.collective(), operation.choice(),
                                          std::min(operation.bytes(), kWithHoles), operation.root(),
                                          operation.runner(), memory, Spacing::kWithHoles);
  if (!Declines(twin->choice(), twin->shape()).empty()) return nullptr;
  twin->KeepFailures();
  twin->Prepare();
  return twin;
}

/// Performs the operation once by `perform`, which must not throw. Returns why it failed or where
/// its result was wrong on this rank; empty where it did well.
std::string ReasonAfter(Operation& operation, OperationMemory& memory, bool checks_result,
                        const std::function<void(Operation&)>& perform) {
  std::optional<ResultCheck> check;
  if (checks_result) check.emplace(operation, memory).Prepare();
  perform(operation);
  std::string reason = ReasonOf(operation);
  if (!reason.empty() || !check || check->Holds()) return reason;
  return fmt::format("wrong result on rank {}", operation.runner().rank());
}

/// Keeps the algorithms of the library that succeed on all ranks with a type that has holes, too.
/// MPICH 4.2.1 and 5.0.2 have two that write past their memory then: timed with dense types alone,
/// they would be chosen for any application.
void CheckWithHoles(Entrants& entrants, OperationMemory& memory, MPI_Comm comm,
                    const EntryRule& rule) {
  Operations twins;
  Reasons reasons;
  for (const auto& operation : entrants.operations) {
    rule.performs(operation.get());
    twins.push_back(TwinWithHoles(*operation, memory));
    reasons.push_back(twins.back() ? ReasonOf(*twins.back()) : "");
  }
  if (std::ranges::all_of(twins, [](const auto& twin) { return twin == nullptr; })) return;
  reasons = Agreed(reasons, comm);
  for (std::size_t i = 0; i < twins.size(); ++i) {
    if (!twins[i] || !reasons[i].empty()) continue;
    if (!rule.goes_on()) break;
    rule.performs(entrants.operations[i].get());
    reasons[i] =
        ReasonAfter(*twins[i], memory, true, [](Operation& operation) { operation.Run(); });
  }
  for (std::string& reason : reasons) {
    if (!reason.empty()) reason += ", of a type with holes";
  }
  Settle(reasons, comm, entrants);
}

/// Leaves out the operations that took too long, by `rule`; `took`: seconds on this rank.
void LeaveOutSlow(std::vector<double> took, MPI_Comm comm, const EntryRule& rule,
                  Operations& operations, Reasons& reasons) {
  if (std::isinf(rule.most_times) || operations.empty()) return;
  Check(PMPI_Allreduce(MPI_IN_PLACE, took.data(), static_cast<int>(took.size()), MPI_DOUBLE,
                       MPI_MAX, comm));
  const auto library = std::ranges::find_if(
      operations, [](const auto& operation) { return operation->choice().IsLibrary(); });
  if (library == operations.end()) return;
  const double enough =
      std::max(rule.most_times * took[static_cast<std::size_t>(library - operations.begin())],
               rule.worth_leaving.count());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    if (took[i] > enough) continue;
    std::swap(operations[kept], operations[i]);
    std::swap(reasons[kept++], reasons[i]);
  }
  operations.resize(kept);
  reasons.resize(kept);
}

/// Performs the operations by `perform`, which must not throw, and keeps those that succeed on all
/// ranks in time.
void Perform(Entrants& entrants, OperationMemory& memory, MPI_Comm comm, const EntryRule& rule,
             const std::function<void(Operation&)>& perform) {
  Reasons reasons;
  std::vector<double> took;
  for (const auto& operation : entrants.operations) {
    if (!rule.goes_on()) break;
    const double begin = PMPI_Wtime();
    rule.performs(operation.get());
    reasons.push_back(ReasonAfter(*operation, memory, rule.checks_results, perform));
    took.push_back(PMPI_Wtime() - begin);
  }
  entrants.operations.resize(reasons.size());
  LeaveOutSlow(std::move(took), comm, rule, entrants.operations, reasons);
  Settle(reasons, comm, entrants);
  rule.performs(nullptr);
}

}  // namespace

Entrants Enter(Operations operations, OperationMemory& memory, GlobalClock& clock,
               const MethodEntry& method, const MethodOptions& options, const EntryRule& rule) {
  const MPI_Comm comm = clock.comm();
  Entrants entrants{std::move(operations), {}, {}};
  Reasons reasons;
  for (const auto& operation : entrants.operations) {
    rule.performs(operation.get());
    operation->KeepFailures();
    operation->Prepare();
    reasons.push_back(ReasonOf(*operation));
  }
  Settle(reasons, comm, entrants);
  if (rule.checks_results) CheckWithHoles(entrants, memory, comm, rule);
  const auto make = [&](Operation& operation) {
    entrants.methods.push_back(method.make(operation, clock, options));
  };
  if (options.first_counts) {
    Perform(entrants, memory, comm, rule, make);
    return entrants;
  }
  Perform(entrants, memory, comm, rule, [](Operation& operation) { operation.Run(); });
  for (const auto& operation : entrants.operations) {
    if (!rule.goes_on()) break;
    make(*operation);
  }
  entrants.operations.resize(entrants.methods.size());
  return entrants;
}

std::vector<CandidateFailure> FailuresOf(std::span<const std::unique_ptr<Operation>> operations,
                                         MPI_Comm comm) {
  if (operations.empty()) return {};
  Reasons mine;
  for (const auto& operation : operations) mine.push_back(ReasonOf(*operation));
  std::vector<CandidateFailure> failures;
  const Reasons agreed = Agreed(mine, comm);
  for (std::size_t i = 0; i < agreed.size(); ++i) {
    if (!agreed[i].empty()) failures.push_back({operations[i]->name(), agreed[i]});
  }
  return failures;
}

}  // namespace colltune::measure
