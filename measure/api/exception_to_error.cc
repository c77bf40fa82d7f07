#include "measure/api/exception_to_error.h"

#include <new>
#include <optional>

#include "algorithms/mpi/errors_return.h"
#include "algorithms/mpi/share.h"

namespace colltune::measure {
namespace {

/// Checks `comm` before the first call of MPI that would end the program where `comm` is invalid.
void CheckComm(MPI_Comm comm) {
  int initialized = 0;
  int finalized = 0;
  Check(PMPI_Initialized(&initialized));
  Check(PMPI_Finalized(&finalized));
  if (!initialized || finalized) throw std::invalid_argument("MPI is not running");
  if (comm == MPI_COMM_NULL) throw std::invalid_argument("the communicator is MPI_COMM_NULL");
  int inter = 0;
  Check(PMPI_Comm_test_inter(comm, &inter));
  if (inter) throw std::invalid_argument("the communicator joins two groups of processes");
}

}  // namespace

Failure CurrentFailure() {
  try {
    throw;
  } catch (const Failure& failure) {
    return failure;
  } catch (const Declined& error) {
    return {FailureKind::kDeclined, error.what()};
  } catch (const std::invalid_argument& error) {
    return {FailureKind::kArgument, error.what()};
  } catch (const std::bad_alloc&) {
    return {FailureKind::kMemory, "not enough memory"};
  } catch (const std::length_error&) {
    return {FailureKind::kMemory, "more memory than there can be"};
  } catch (const MpiError& error) {
    return {FailureKind::kMpi, error.what()};
  } catch (const std::exception& error) {
    return {FailureKind::kInternal, error.what()};
  }
}

Runner RunnerOn(MPI_Comm comm) {
  try {
    CheckComm(comm);
    const ErrorsReturn guard(comm);
    return Runner(comm);
  } catch (const std::exception&) {
    throw CurrentFailure();
  }
}

void Agree(MPI_Comm comm, const std::function<void()>& body) {
  std::optional<Failure> mine;
  try {
    body();
  } catch (const std::exception&) {
    mine.emplace(CurrentFailure());
  }
  const int nobody = SizeOf(comm);
  int first = mine ? RankIn(comm) : nobody;
  Check(PMPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, comm));
  if (first == nobody) return;
  int kind = mine ? static_cast<int>(mine->kind()) : 0;
  Check(PMPI_Bcast(&kind, 1, MPI_INT, first, comm));
  throw Failure(static_cast<FailureKind>(kind), Share(mine ? mine->what() : "", comm, first));
}

}  // namespace colltune::measure
