// Owners of MPI handles.
#ifndef COLLTUNE_ALGORITHMS_MPI_UNIQUE_H_
#define COLLTUNE_ALGORITHMS_MPI_UNIQUE_H_

#include <mpi.h>

#include <utility>

#include "algorithms/mpi/error.h"

namespace colltune {

/// Owns a communicator. Freeing one is collective: owners on different ranks must end in the same
/// order, and before MPI_Finalize (an owner that ends later frees nothing).
class UniqueComm {
 public:
  UniqueComm() = default;
  explicit UniqueComm(MPI_Comm comm) : comm_(comm) {}
  UniqueComm(UniqueComm&& other) noexcept : comm_(std::exchange(other.comm_, MPI_COMM_NULL)) {}
  UniqueComm& operator=(UniqueComm&& other) noexcept {
    std::swap(comm_, other.comm_);
    return *this;
  }
  ~UniqueComm() {
    int finalized = 0;
    if (comm_ == MPI_COMM_NULL || PMPI_Finalized(&finalized) != MPI_SUCCESS || finalized) return;
    PMPI_Comm_free(&comm_);
  }

  MPI_Comm get() const { return comm_; }
  explicit operator bool() const { return comm_ != MPI_COMM_NULL; }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
};

/// Owns a group of processes.
class UniqueGroup {
 public:
  explicit UniqueGroup(MPI_Comm comm) { Check(PMPI_Comm_group(comm, &group_)); }
  UniqueGroup(const UniqueGroup&) = delete;
  UniqueGroup& operator=(const UniqueGroup&) = delete;
  ~UniqueGroup() { PMPI_Group_free(&group_); }

  MPI_Group get() const { return group_; }

 private:
  MPI_Group group_ = MPI_GROUP_NULL;
};

inline int SizeOf(MPI_Comm comm) {
  int size = 0;
  Check(PMPI_Comm_size(comm, &size));
  return size;
}

inline int RankIn(MPI_Comm comm) {
  int rank = 0;
  Check(PMPI_Comm_rank(comm, &rank));
  return rank;
}

/// Returns a communicator of the same processes in the same order, whose errors return. Collective
/// over `comm`. PrivateCopy, unlike MPI_Comm_dup, copies no attributes, so no callback of the
/// application runs.
inline UniqueComm PrivateCopy(MPI_Comm comm) {
  const UniqueGroup group(comm);
  MPI_Comm copy = MPI_COMM_NULL;
  Check(PMPI_Comm_create(comm, group.get(), &copy));
  UniqueComm owner(copy);
  Check(PMPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN));
  return owner;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_MPI_UNIQUE_H_
