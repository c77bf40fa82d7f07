// Every blocking collective without data, at null pointers; with data on some ranks only; and
// alone, on MPI_COMM_SELF.
#include "program.h"

enum { kItems = 7, kMostRanks = 16 };
static int rank, ranks;
static int data[kMostRanks * kItems], other[kMostRanks * kItems];

static void Prepare(void) {
  Fill((unsigned char*)data, sizeof data, 3 * rank);
  Fill((unsigned char*)other, sizeof other, 5 * rank);
}

static void See(int code) {
  Record(ErrorClass(code));
  RecordBytes(data, sizeof data);
  RecordBytes(other, sizeof other);
}

// Calls all collectives. Arguments that only the root reads are null elsewhere.
static void WithoutData(MPI_Comm comm) {
  const int size = RanksOf(comm);
  int counts[kMostRanks] = {0}, others[kMostRanks] = {0}, places[kMostRanks] = {0};
  MPI_Datatype types[kMostRanks];
  for (int i = 0; i < size; ++i) types[i] = MPI_INT;
  Prepare();
  for (int root = 0; root < size; ++root) {
    const int here = RankIn(comm) == root;
    const int *const all = here ? counts : NULL, *const at = here ? places : NULL;
    See(MPI_Bcast(NULL, 0, MPI_INT, root, comm));
    See(MPI_Scatter(NULL, 0, MPI_INT, NULL, 0, MPI_INT, root, comm));
    See(MPI_Scatterv(NULL, all, at, MPI_INT, NULL, 0, MPI_INT, root, comm));
    See(MPI_Gather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, root, comm));
    See(MPI_Gatherv(NULL, 0, MPI_INT, NULL, all, at, MPI_INT, root, comm));
    See(MPI_Reduce(NULL, NULL, 0, MPI_INT, MPI_SUM, root, comm));
  }
  See(MPI_Allgather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, comm));
  See(MPI_Allgatherv(NULL, 0, MPI_INT, NULL, counts, places, MPI_INT, comm));
  See(MPI_Alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, comm));
  See(MPI_Alltoallv(NULL, counts, places, MPI_INT, NULL, others, places, MPI_INT, comm));
  See(MPI_Alltoallw(NULL, counts, places, types, NULL, others, places, types, comm));
  See(MPI_Barrier(comm));
  See(MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, comm));
  See(MPI_Reduce_scatter_block(NULL, NULL, 0, MPI_INT, MPI_SUM, comm));
  See(MPI_Reduce_scatter(NULL, NULL, counts, MPI_INT, MPI_SUM, comm));
  See(MPI_Scan(NULL, NULL, 0, MPI_INT, MPI_SUM, comm));
  See(MPI_Exscan(NULL, NULL, 0, MPI_INT, MPI_SUM, comm));
}

// Only odd ranks have data, the others a null pointer.
static void OfSomeRanks(MPI_Comm comm) {
  const int has_some = rank % 2, mine = has_some ? kItems : 0;
  int *const from = has_some ? data : NULL, *const into = has_some ? other : NULL;
  int counts[kMostRanks], places[kMostRanks], bytes[kMostRanks];
  int pairs[kMostRanks], same[kMostRanks];
  MPI_Datatype types[kMostRanks];
  int any = 0;
  for (int i = 0; i < ranks; ++i) {
    counts[i] = i % 2 ? kItems : 0;
    any += counts[i];
    pairs[i] = same[i] = has_some ? counts[i] : 0;
    places[i] = i * kItems;
    bytes[i] = places[i] * (int)sizeof(int);
    types[i] = MPI_INT;
  }
  for (int root = 0; root < ranks; ++root) {
    const int here = rank == root;
    Prepare();
    See(MPI_Scatterv(here ? data : NULL, here ? counts : NULL, here ? places : NULL, MPI_INT, into,
                     mine, MPI_INT, root, comm));
    Prepare();
    See(MPI_Gatherv(from, mine, MPI_INT, here ? other : NULL, here ? counts : NULL,
                    here ? places : NULL, MPI_INT, root, comm));
  }
  Prepare();
  See(MPI_Allgatherv(from, mine, MPI_INT, any > 0 ? other : NULL, counts, places, MPI_INT, comm));
  Prepare();
  See(MPI_Alltoallv(from, pairs, places, MPI_INT, into, same, places, MPI_INT, comm));
  Prepare();
  See(MPI_Alltoallw(from, pairs, bytes, types, into, same, bytes, types, comm));
  Prepare();
  See(MPI_Reduce_scatter(data, into, counts, MPI_INT, MPI_SUM, comm));
}

// Calls all collectives on one rank, which is its own root.
static void Alone(void) {
  const MPI_Comm self = MPI_COMM_SELF;
  int count = kItems, place = 0;
  MPI_Datatype type = MPI_INT;
#define SEE(call) Prepare(), See(call)
  SEE(MPI_Bcast(data, kItems, MPI_INT, 0, self));
  SEE(MPI_Scatter(data, kItems, MPI_INT, other, kItems, MPI_INT, 0, self));
  SEE(MPI_Scatterv(data, &count, &place, MPI_INT, other, kItems, MPI_INT, 0, self));
  SEE(MPI_Gather(data, kItems, MPI_INT, other, kItems, MPI_INT, 0, self));
  SEE(MPI_Gatherv(data, kItems, MPI_INT, other, &count, &place, MPI_INT, 0, self));
  SEE(MPI_Reduce(data, other, kItems, MPI_INT, MPI_SUM, 0, self));
  SEE(MPI_Allgather(data, kItems, MPI_INT, other, kItems, MPI_INT, self));
  SEE(MPI_Allgatherv(data, kItems, MPI_INT, other, &count, &place, MPI_INT, self));
  SEE(MPI_Alltoall(data, kItems, MPI_INT, other, kItems, MPI_INT, self));
  SEE(MPI_Alltoallv(data, &count, &place, MPI_INT, other, &count, &place, MPI_INT, self));
  SEE(MPI_Alltoallw(data, &count, &place, &type, other, &count, &place, &type, self));
  SEE(MPI_Allreduce(data, other, kItems, MPI_INT, MPI_SUM, self));
  SEE(MPI_Reduce_scatter_block(data, other, kItems, MPI_INT, MPI_SUM, self));
  SEE(MPI_Reduce_scatter(data, other, &count, MPI_INT, MPI_SUM, self));
  SEE(MPI_Scan(data, other, kItems, MPI_INT, MPI_SUM, self));
  SEE(MPI_Exscan(data, other, kItems, MPI_INT, MPI_SUM, self));
  See(MPI_Barrier(self));
#undef SEE
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  rank = RankIn(MPI_COMM_WORLD);
  ranks = RanksOf(MPI_COMM_WORLD);
  WithoutData(MPI_COMM_WORLD);
  WithoutData(MPI_COMM_SELF);
  OfSomeRanks(MPI_COMM_WORLD);
  Alone();
  PrintResults();
  MPI_Finalize();
  return 0;
}
