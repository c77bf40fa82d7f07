// Communicators of other kinds: intercommunicators, of one process, duplicates with attributes.
// Communicators with processes that were started later are missing: MPICH over UCX can neither
// start nor connect any.
#include "program.h"

static int copied = 0;
static int deleted = 0;

static int OnCopy(MPI_Comm comm, int keyval, void* extra, void* value, void* out, int* flag) {
  (void)comm, (void)keyval, (void)extra;
  *(void**)out = value;
  *flag = 1;
  ++copied;
  return MPI_SUCCESS;
}

static int OnDelete(MPI_Comm comm, int keyval, void* value, void* extra) {
  (void)comm, (void)keyval, (void)value, (void)extra;
  ++deleted;
  return MPI_SUCCESS;
}

// Calls collectives whose results depend on the order of ranks.
static void CallWithin(MPI_Comm comm) {
  const int rank = RankIn(comm), ranks = RanksOf(comm);
  int value = rank + 1, sum = 0, all[16] = {0};
  Record((uint64_t)MPI_Scan(&value, &sum, 1, MPI_INT, MPI_SUM, comm));
  Record((uint64_t)sum);
  value = 10 * RankIn(MPI_COMM_WORLD) + rank;
  Record((uint64_t)MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, comm));
  RecordBytes(all, sizeof all);
  Record((uint64_t)MPI_Bcast(&value, 1, MPI_INT, ranks - 1, comm));
  Record((uint64_t)value);
}

enum { kItems = 6, kMostRanks = 16, kMost = kItems * kMostRanks };

// Calls every collective of an intercommunicator. Ranks of the two groups have different blocks for
// each other, and none of their own.
static void CallBetween(MPI_Comm inter, int root) {
  int remote = 0, sum_of_counts = 0;
  MPI_Comm_remote_size(inter, &remote);
  int send[kMost], receive[kMost], counts[kMostRanks], places[kMostRanks], bytes[kMostRanks];
  MPI_Datatype types[kMostRanks];
  for (int i = 0; i < kMost; ++i) send[i] = 100 * RankIn(MPI_COMM_WORLD) + i;
  for (int i = 0; i < remote; ++i) {
    counts[i] = 3;
    places[i] = kItems * i;
    bytes[i] = places[i] * (int)sizeof(int);
    types[i] = MPI_INT;
  }
  memset(receive, 0, sizeof receive);
#define SEE(call)           \
  Record((uint64_t)(call)); \
  RecordBytes(receive, sizeof receive)
  SEE(MPI_Barrier(inter));
  SEE(MPI_Bcast(root == MPI_ROOT ? send : receive, kItems, MPI_INT, root, inter));
  SEE(MPI_Scatter(send, 3, MPI_INT, receive, 3, MPI_INT, root, inter));
  SEE(MPI_Scatterv(send, counts, places, MPI_INT, receive, 3, MPI_INT, root, inter));
  SEE(MPI_Gather(send, 3, MPI_INT, receive, 3, MPI_INT, root, inter));
  SEE(MPI_Gatherv(send, 3, MPI_INT, receive, counts, places, MPI_INT, root, inter));
  SEE(MPI_Reduce(send, receive, kItems, MPI_INT, MPI_SUM, root, inter));
  SEE(MPI_Allreduce(send, receive, kItems, MPI_INT, MPI_SUM, inter));
  SEE(MPI_Allgather(send, 3, MPI_INT, receive, 3, MPI_INT, inter));
  SEE(MPI_Allgatherv(send, 3, MPI_INT, receive, counts, places, MPI_INT, inter));
  SEE(MPI_Alltoall(send, 3, MPI_INT, receive, 3, MPI_INT, inter));
  SEE(MPI_Alltoallv(send, counts, places, MPI_INT, receive, counts, places, MPI_INT, inter));
  SEE(MPI_Alltoallw(send, counts, bytes, types, receive, counts, bytes, types, inter));
  // Both groups scatter the same number of items: for each rank, two for each rank of the other
  // group.
  const int mine = 2 * remote;
  SEE(MPI_Reduce_scatter_block(send, receive, mine, MPI_INT, MPI_SUM, inter));
  for (int i = 0; i < RanksOf(inter); ++i) sum_of_counts += counts[i] = mine;
  SEE(MPI_Reduce_scatter(send, receive, counts, MPI_INT, MPI_SUM, inter));
  Record((uint64_t)sum_of_counts);
#undef SEE
}

static void BetweenGroups(void) {
  const int rank = RankIn(MPI_COMM_WORLD);
  MPI_Comm half, inter;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &inter);
  CallBetween(inter, rank == 0 ? MPI_ROOT : rank % 2 == 0 ? MPI_PROC_NULL : 0);
  // Merges both groups.
  MPI_Comm both;
  MPI_Intercomm_merge(inter, rank % 2, &both);
  CallWithin(both);
  MPI_Comm_free(&both);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

// Makes communicators of chosen ranks, also in another order.
static void FromGroups(void) {
  const int ranks = RanksOf(MPI_COMM_WORLD), rank = RankIn(MPI_COMM_WORLD);
  MPI_Group all, chosen, others;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  int backwards[1][3] = {{ranks - 1, 0, -1}};
  MPI_Group_range_incl(all, 1, backwards, &chosen);
  MPI_Comm comm;
  MPI_Comm_create(MPI_COMM_WORLD, chosen, &comm);
  CallWithin(comm);
  MPI_Comm_free(&comm);
  MPI_Group_free(&chosen);
  const int first = 0;
  MPI_Group_excl(all, 1, &first, &others);
  MPI_Comm_create(MPI_COMM_WORLD, others, &comm);
  if (comm != MPI_COMM_NULL) CallWithin(comm);
  if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
  // Only the ranks of the new communicator make it.
  if (rank != 0) {
    MPI_Comm_create_group(MPI_COMM_WORLD, others, 7, &comm);
    CallWithin(comm);
    MPI_Comm_free(&comm);
  }
  MPI_Group_free(&others);
  MPI_Group_free(&all);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, -rank, MPI_INFO_NULL, &comm);
  CallWithin(comm);
  MPI_Comm_free(&comm);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, 0, &comm);
  if (comm != MPI_COMM_NULL) CallWithin(comm);
  if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
}

// Makes communicators with a topology.
static void WithTopology(void) {
  const int periods[] = {1, 0};
  int dims[] = {0, 0};
  MPI_Dims_create(RanksOf(MPI_COMM_WORLD), 2, dims);
  MPI_Comm grid, line;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
  if (grid == MPI_COMM_NULL) return;
  CallWithin(grid);
  const int kept[] = {1, 0};
  MPI_Cart_sub(grid, kept, &line);
  CallWithin(line);
  MPI_Comm_free(&line);
  MPI_Comm_free(&grid);
}

static void WithAttributes(void) {
  int keyval = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(OnCopy, OnDelete, &keyval, NULL);
  MPI_Comm first, second;
  MPI_Comm_dup(MPI_COMM_WORLD, &first);
  int value = RankIn(MPI_COMM_WORLD);
  MPI_Bcast(&value, 1, MPI_INT, 0, first);
  MPI_Comm_set_attr(first, keyval, &keyval);
  MPI_Bcast(&value, 1, MPI_INT, 0, first);
  MPI_Comm_dup(first, &second);
  value = RankIn(MPI_COMM_WORLD) == 1;
  MPI_Comm_free(&first);
  MPI_Bcast(&value, 1, MPI_INT, 1, second);
  Record((uint64_t)value);
  MPI_Comm_free(&second);
  Record((uint64_t)copied);
  Record((uint64_t)deleted);
  MPI_Comm_free_keyval(&keyval);
}

static void Alone(void) {
  int value = 3;
  Record((uint64_t)MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_SELF));
  Record((uint64_t)value);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  BetweenGroups();
  FromGroups();
  WithTopology();
  WithAttributes();
  Alone();
  PrintResults();
  MPI_Finalize();
  return 0;
}
