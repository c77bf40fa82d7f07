// Communicators that are freed while much is under way:
// - attributes whose delete callbacks call collectives, on the communicator being freed and on
//   others;
// - pending messages, nonblocking collectives and persistent requests;
// - handles that are reused at once.
#include "program.h"

enum { kRounds = 30, kRequestRounds = 9, kItems = 50, kManyCalls = 1100 };
static MPI_Comm beside;  // lives longer than all of them
static int rank, ranks;

// Calls collectives whose results depend on all ranks and on the communicator's order.
static void Call(MPI_Comm comm, int salt) {
  int value = salt + RankIn(comm), sum = 0, all[16] = {0};
  Record((uint64_t)MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm));
  Record((uint64_t)MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, comm));
  RecordBytes(all, sizeof all);
  Record((uint64_t)MPI_Bcast(&value, 1, MPI_INT, RanksOf(comm) - 1, comm));
  Record((uint64_t)(value + sum));
}

// Bits of the attribute's value: the communicators on which to call collectives.
enum { kOnItself = 1, kOnAnother = 2, kOnWorld = 4 };
static int OnDelete(MPI_Comm comm, int keyval, void* value, void* extra) {
  (void)keyval, (void)extra;
  const int where = *(int*)value;
  if (where & kOnItself) Call(comm, 100);
  if (where & kOnAnother) Call(beside, 200);
  if (where & kOnWorld) Call(MPI_COMM_WORLD, 300);
  return MPI_SUCCESS;
}

// Sets attributes before a communicator's first collective, after it, or both. The communicator is
// copied or split, so that a reused handle is one of other ranks.
static void WithCallbacks(void) {
  static int kWhere[] = {kOnItself, kOnAnother, kOnItself | kOnAnother | kOnWorld};
  int before = MPI_KEYVAL_INVALID, after = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, OnDelete, &before, NULL);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, OnDelete, &after, NULL);
  for (int i = 0; i < kRounds; ++i) {
    MPI_Comm comm;
    if (i % 2 == 0) {
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    } else {
      MPI_Comm_split(MPI_COMM_WORLD, i % 4 == 1 ? 0 : rank == 0, -rank, &comm);
    }
    const int where = i / 3 % 3;
    if (i % 3 != 0) MPI_Comm_set_attr(comm, before, &kWhere[where]);
    // After many calls a communicator's entry is no longer looked up for each call.
    for (int call = 0; i % 5 == 1 && call < kManyCalls; ++call) MPI_Barrier(comm);
    if (i % 5 != 0) Call(comm, i);
    if (i % 3 != 1) MPI_Comm_set_attr(comm, after, &kWhere[where]);
    MPI_Comm_free(&comm);
    if (i % 4 == 3) Call(beside, i);  // else the next one may have the same handle
  }
  MPI_Comm_free_keyval(&before);
  MPI_Comm_free_keyval(&after);
}

// Requests that are pending on a freed communicator complete as if it were not freed.
static void WithRequests(void) {
  const int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
  for (int i = 0; i < kRequestRounds; ++i) {
    MPI_Comm comm, other;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    int sent[kItems], got[kItems], given[kItems], sum[kItems], of_root[kItems], kept[2] = {rank, 0};
    for (int k = 0; k < kItems; ++k) {
      sent[k] = given[k] = 1000 * rank + i + k;
      of_root[k] = rank == 0 ? i * k : -1;
    }
    memset(got, 0, sizeof got);
    memset(sum, 0, sizeof sum);
    MPI_Request request[6];
    MPI_Irecv(got, kItems, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &request[0]);
    MPI_Recv_init(&kept[1], 1, MPI_INT, previous, 3, comm, &request[1]);
    MPI_Send_init(&kept[0], 1, MPI_INT, next, 3, comm, &request[2]);
    if (i % 2) Call(comm, i);
    MPI_Iallreduce(given, sum, kItems, MPI_INT, MPI_SUM, comm, &request[3]);
    Call(comm, i + 1);
    MPI_Ibcast(of_root, kItems, MPI_INT, 0, comm, &request[4]);
    // The receive from any source gets this message, which is sent before the others.
    MPI_Isend(sent, kItems, MPI_INT, next, 2, comm, &request[5]);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Startall(2, &request[1]);
    if (i % 3 == 0) Call(comm, i + 2);
    MPI_Comm_free(&comm);
    Call(beside, i);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &other);  // maybe with the same handle
    Call(other, i);
    for (int k = 1; k < 6; ++k) Record((uint64_t)MPI_Wait(&request[k], MPI_STATUS_IGNORE));
    Call(other, i + 3);
    MPI_Request_free(&request[1]);
    MPI_Request_free(&request[2]);
    MPI_Comm_free(&other);
    RecordBytes(got, sizeof got);
    RecordBytes(sum, sizeof sum);
    RecordBytes(of_root, sizeof of_root);
    RecordBytes(kept, sizeof kept);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = RankIn(MPI_COMM_WORLD);
  ranks = RanksOf(MPI_COMM_WORLD);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &beside);
  WithCallbacks();
  WithRequests();
  MPI_Comm_free(&beside);
  PrintResults();
  MPI_Finalize();
  return 0;
}
