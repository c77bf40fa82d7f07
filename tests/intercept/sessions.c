// Collectives on communicators that are made from groups, by MPI 4's sessions: before MPI_Init,
// between MPI_Init and MPI_Finalize beside MPI_COMM_WORLD's, and after MPI_Finalize.
#include "program.h"

enum { kItems = 20, kMostRanks = 16 };

// Calls collectives of each kind, whose results depend on the order of ranks.
static void Call(MPI_Comm comm, int salt) {
  const int rank = RankIn(comm), ranks = RanksOf(comm);
  int own[kItems], all[kMostRanks * kItems] = {0}, counts[kMostRanks];
  for (int i = 0; i < kItems; ++i) own[i] = salt + 100 * rank + i;
  for (int i = 0; i < ranks; ++i) counts[i] = 1;
  Record((uint64_t)MPI_Barrier(comm));
  Record((uint64_t)MPI_Allgather(own, kItems, MPI_INT, all, kItems, MPI_INT, comm));
  Record((uint64_t)MPI_Reduce_scatter(all, own, counts, MPI_INT, MPI_SUM, comm));
  Record((uint64_t)MPI_Scan(MPI_IN_PLACE, own, kItems, MPI_INT, MPI_SUM, comm));
  Record((uint64_t)MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INT, all, 1, MPI_INT, comm));
  Record((uint64_t)MPI_Allreduce(MPI_IN_PLACE, own, kItems, MPI_INT, MPI_MAX, comm));
  Record((uint64_t)MPI_Gather(own, 2, MPI_INT, all, 2, MPI_INT, ranks - 1, comm));
  Record((uint64_t)MPI_Bcast(own, kItems, MPI_INT, ranks - 1, comm));
  RecordBytes(own, sizeof own);
  RecordBytes(all, sizeof all);
}

static MPI_Comm FromSession(MPI_Session session, const char* set, const char* tag) {
  MPI_Group group;
  MPI_Comm comm;
  MPI_Group_from_session_pset(session, set, &group);
  MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Group_free(&group);
  return comm;
}

// Prints without MPI_COMM_WORLD, by messages.
static void Print(MPI_Comm comm) {
  for (int from = 0; from < RanksOf(comm); ++from) {
    if (RankIn(comm) == from && from > 0) {
      MPI_Send(&result_count, 1, MPI_INT, 0, 0, comm);
      MPI_Send(results, result_count, MPI_UINT64_T, 0, 1, comm);
    }
    if (RankIn(comm) != 0) continue;
    if (from > 0) {
      MPI_Recv(&result_count, 1, MPI_INT, from, 0, comm, MPI_STATUS_IGNORE);
      MPI_Recv(results, result_count, MPI_UINT64_T, from, 1, comm, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < result_count; ++i) {
      printf("rank %d result %d: %llx\n", from, i, (unsigned long long)results[i]);
    }
  }
}

int main(int argc, char** argv) {
  MPI_Session first, second;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &first);
  MPI_Comm world = FromSession(first, "mpi://WORLD", "early");
  MPI_Comm self = FromSession(first, "mpi://SELF", "self");
  Call(world, 1);
  Call(self, 2);
  MPI_Init(&argc, &argv);
  Call(MPI_COMM_WORLD, 3);
  Call(world, 4);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &second);
  MPI_Comm late = FromSession(second, "mpi://WORLD", "late"), half, copy;
  Call(late, 5);
  MPI_Comm_split(late, RankIn(late) % 2, -RankIn(late), &half);
  MPI_Comm_dup(world, &copy);
  for (int i = 0; i < 3; ++i) {
    Call(half, 10 + i);
    Call(MPI_COMM_WORLD, 20 + i);
    Call(copy, 30 + i);
  }
  MPI_Comm_free(&half);
  MPI_Comm_free(&late);
  MPI_Session_finalize(&second);
  Call(copy, 6);
  MPI_Finalize();
  Call(copy, 7);
  Call(world, 8);
  Print(world);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&self);
  MPI_Comm_free(&world);
  MPI_Session_finalize(&first);
  return 0;
}
