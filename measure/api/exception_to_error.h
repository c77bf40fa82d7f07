// Boundary between an application, with its communicators and ranks, and code that throws.
#ifndef COLLTUNE_MEASURE_API_EXCEPTION_TO_ERROR_H_
#define COLLTUNE_MEASURE_API_EXCEPTION_TO_ERROR_H_

#include <mpi.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "algorithms/run/runner.h"

namespace colltune::measure {

/// Kinds of failure, numbered as the error codes of colltune.h.
enum class FailureKind : unsigned char {
  kArgument = 1,  ///< an unknown name, or a value out of bounds
  kDeclined,      ///< the algorithm does not take this number of ranks
  kMemory,
  kMpi,  ///< the MPI library returned an error
  kInternal,
};

/// Exception that the measuring library throws to applications.
class Failure : public std::runtime_error {
 public:
  Failure(FailureKind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  FailureKind kind() const { return kind_; }

 private:
  FailureKind kind_;
};

/// Returns the exception that is being handled, as a Failure. To be called in a
/// `catch (const std::exception&)`: other exceptions, such as the cancellation of a thread, do not
/// come from colltune, and have to pass.
Failure CurrentFailure();

/// Returns a runner on a private copy of the application's communicator. Collective. Throws Failure
/// where MPI does not run, or `comm` is null or an intercommunicator; and where the copy cannot be
/// made, whatever the error handler of `comm` is.
Runner RunnerOn(MPI_Comm comm);

/// Calls `body`, which does not communicate, on each rank. If it throws on some ranks, all ranks
/// throw the Failure of the lowest of these. Collective.
void Agree(MPI_Comm comm, const std::function<void()>& body);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_API_EXCEPTION_TO_ERROR_H_
