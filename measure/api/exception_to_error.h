// Between an application, with its communicators and its ranks, and code that throws.
#ifndef COLLTUNE_MEASURE_API_EXCEPTION_TO_ERROR_H_
#define COLLTUNE_MEASURE_API_EXCEPTION_TO_ERROR_H_

#include <mpi.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "algorithms/run/runner.h"

namespace colltune {

/// The numbers are the error codes of colltune.h.
enum class FailureKind : unsigned char {
  kArgument = 1,  ///< the caller asked for what there is not, or out of bounds
  kDeclined,      ///< the algorithm does not take this number of ranks
  kMemory,
  kMpi,  ///< the MPI library returned an error
  kInternal,
};

/// What the measuring library throws at applications.
class Failure : public std::runtime_error {
 public:
  Failure(FailureKind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  FailureKind kind() const { return kind_; }

 private:
  FailureKind kind_;
};

/// The exception that is being handled, as a Failure. To be called in a
/// `catch (const std::exception&)`: what is none is not ours, as the cancelling of a thread, and
/// has to pass.
Failure CurrentFailure();

/// A runner on a private copy of the application's communicator. Collective. Throws Failure where
/// MPI does not run or `comm` is none of one group of processes; and where no communicator can be
/// made, whatever the error handler of `comm` is.
Runner RunnerOn(MPI_Comm comm);

/// Calls `body`, which does not communicate, on each rank. When it throws on some, all ranks throw
/// the Failure of the lowest of them. Collective.
void Agree(MPI_Comm comm, const std::function<void()>& body);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_API_EXCEPTION_TO_ERROR_H_
