// Error handling of library calls on communicators of an application.
#ifndef COLLTUNE_ALGORITHMS_MPI_ERRORS_RETURN_H_
#define COLLTUNE_ALGORITHMS_MPI_ERRORS_RETURN_H_

#include "algorithms/mpi/error.h"

namespace colltune {

/// Lets errors on a communicator of the application return, during the lifetime of this object. So
/// colltune handles errors that would end the application.
class ErrorsReturn {
 public:
  explicit ErrorsReturn(MPI_Comm comm) : comm_(comm) {
    Check(PMPI_Comm_get_errhandler(comm_, &before_));
    Check(PMPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN));
  }
  ErrorsReturn(const ErrorsReturn&) = delete;
  ErrorsReturn& operator=(const ErrorsReturn&) = delete;
  ~ErrorsReturn() {
    PMPI_Comm_set_errhandler(comm_, before_);
    PMPI_Errhandler_free(&before_);
  }

 private:
  MPI_Comm comm_;
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_MPI_ERRORS_RETURN_H_
