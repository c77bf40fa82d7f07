// Every blocking collective, with datatypes of all kinds, in place and not, from every root. Each
// result is a hash of the memory after the call, so that two runs compare the memory that they
// left.
//
// With LARGE_COUNTS, the same by the calls of MPI 4 that have counts of 64 bits. With ON_DEVICE the
// buffers are an accelerator's (see on_device.h). Its library is loaded before MPI_Init or after
// it, by one rank or by all: semantics_on_device early|late RANK|all LIBRARY
#ifdef ON_DEVICE
#include "on_device.h"  // first: it asks for what is not standard C
#endif

#include "program.h"

#ifndef ON_DEVICE
static void Touch(int begins) { (void)begins; }
static void* Allocate(size_t size) { return calloc(1, size); }
static void LoadDeviceIf(char** arguments, const char* now) { (void)arguments, (void)now; }
#endif

#ifdef LARGE_COUNTS
#define CALL(name) name##_c
typedef MPI_Count Count;
typedef MPI_Aint Place;
#else
#define CALL(name) name
typedef int Count;
typedef int Place;
#endif

enum { kHalf = 1 << 18, kMostRanks = 16 };
// Types may have negative bounds, so that buffers begin in the middle of their memory.
static unsigned char *send, *receive;

static MPI_Comm comm;
static int rank, ranks;

// A hash of the memory seen; one result for each block of calls.
static uint64_t seen;
static size_t reach;  // bytes on both sides of the middle that a call may touch

static void See(uint64_t value) { seen = With(seen, value); }

static void SeeBytes(const unsigned char* bytes, size_t size) {
  seen = WithBytes(seen, bytes, size);
}

static void Prepare(int salt) {
  Touch(1);
  Fill(send - reach, 2 * reach, 7 * rank + salt);
  Fill(receive - reach, 2 * reach, 11 * rank + salt + 100);
  Touch(0);
}

static void Done(int code) {
  See((uint64_t)code);
  Touch(1);
  SeeBytes(send - reach, 2 * reach);
  SeeBytes(receive - reach, 2 * reach);
  Touch(0);
}

// Makes blocks of different size, with gaps between them, not in the order of ranks.
static void Apart(int count, Count* counts, Place* places) {
  Place at = 0;
  for (int i = 0; i < ranks; ++i) {
    const int block = (i + 1) % ranks;
    counts[block] = count * (block % 3);
    places[block] = at;
    at += (Place)counts[block] + block % 2;
  }
}

static void Rooted(int count, MPI_Datatype type, int root) {
  const int here = rank == root;
  Count counts[kMostRanks];
  Place places[kMostRanks];
  Apart(count, counts, places);
  Prepare(root);
  Done(CALL(MPI_Bcast)(send, count, type, root, comm));
  for (int in_place = 0; in_place < 2; ++in_place) {
    void* const into = in_place && here ? MPI_IN_PLACE : receive;
    void* const from = in_place && here ? MPI_IN_PLACE : send;
    Prepare(root + 1);
    Done(CALL(MPI_Scatter)(send, count, type, into, count, type, root, comm));
    Prepare(root + 2);
    Done(CALL(MPI_Scatterv)(send, counts, places, type, into, counts[rank], type, root, comm));
    Prepare(root + 3);
    Done(CALL(MPI_Gather)(from, count, type, receive, count, type, root, comm));
    Prepare(root + 4);
    Done(CALL(MPI_Gatherv)(from, counts[rank], type, receive, counts, places, type, root, comm));
  }
}

static void All(int count, MPI_Datatype type) {
  Count counts[kMostRanks];
  Place places[kMostRanks];
  Apart(count, counts, places);
  // Rank i sends (i + j) % 3 portions to rank j.
  Count pairs[kMostRanks];
  Place pair_places[kMostRanks], bytes[kMostRanks];
  MPI_Datatype types[kMostRanks];
  MPI_Aint bound, extent;
  MPI_Type_get_extent(type, &bound, &extent);
  Place at = 0;
  for (int i = 0; i < ranks; ++i) {
    pairs[i] = count * ((rank + i) % 3);
    pair_places[i] = at;
    bytes[i] = (Place)(at * extent);
    types[i] = type;
    at += (Place)pairs[i] + 1;
  }
  for (int in_place = 0; in_place < 2; ++in_place) {
    void* const from = in_place ? MPI_IN_PLACE : send;
    Prepare(1);
    Done(CALL(MPI_Allgather)(from, count, type, receive, count, type, comm));
    Prepare(2);
    Done(CALL(MPI_Allgatherv)(from, counts[rank], type, receive, counts, places, type, comm));
    Prepare(3);
    Done(CALL(MPI_Alltoall)(from, count, type, receive, count, type, comm));
    Prepare(4);
    Done(CALL(MPI_Alltoallv)(from, pairs, pair_places, type, receive, pairs, pair_places, type,
                             comm));
    Prepare(5);
    Done(CALL(MPI_Alltoallw)(from, pairs, bytes, types, receive, pairs, bytes, types, comm));
  }
  See((uint64_t)MPI_Barrier(comm));
}

// In place, the items after a rank's own block are undefined.
static void Forget(MPI_Datatype type, Count own, Count all) {
  MPI_Aint bound, extent;
  MPI_Type_get_extent(type, &bound, &extent);
  Touch(1);
  if (all > own) memset(receive + own * extent, 0, (size_t)((all - own) * extent));
  Touch(0);
}

static void Reductions(int count, MPI_Datatype type, MPI_Op op) {
  Count counts[kMostRanks];
  Place places[kMostRanks];
  Apart(count, counts, places);
  Count all = 0;
  for (int i = 0; i < ranks; ++i) all += counts[i];
  for (int in_place = 0; in_place < 2; ++in_place) {
    void* const from = in_place ? MPI_IN_PLACE : send;
    for (int root = 0; root < ranks; ++root) {
      Prepare(root);
      Done(CALL(MPI_Reduce)(rank == root ? from : send, receive, count, type, op, root, comm));
    }
    Prepare(1);
    Done(CALL(MPI_Allreduce)(from, receive, count, type, op, comm));
    Prepare(2);
    int code = CALL(MPI_Reduce_scatter_block)(from, receive, count, type, op, comm);
    if (in_place) Forget(type, count, (Count)count * ranks);
    Done(code);
    Prepare(3);
    Done(CALL(MPI_Scan)(from, receive, count, type, op, comm));
    Prepare(4);
    Done(CALL(MPI_Exscan)(from, receive, count, type, op, comm));
    Prepare(5);
    code = CALL(MPI_Reduce_scatter)(from, receive, counts, type, op, comm);
    if (in_place) Forget(type, counts[rank], all);
    Done(code);
  }
}

// y = x (op) y for two fields of each item.
static void ForItems(const unsigned char* in, unsigned char* inout, int items, MPI_Datatype type,
                     void (*combine)(const uint32_t* x, uint32_t* y)) {
  MPI_Aint bound, extent;
  MPI_Type_get_extent(type, &bound, &extent);
  for (int i = 0; i < items; ++i, in += extent, inout += extent) {
    uint32_t x[2], y[2];
    memcpy(x, in, sizeof x);
    memcpy(y, inout, sizeof y);
    combine(x, y);
    memcpy(inout, y, sizeof y);
  }
}

// Affine maps t -> a t + b of integers modulo 2^32: their composition is associative and does not
// commute.
static void ComposeTwo(const uint32_t* x, uint32_t* y) {
  y[1] += y[0] * x[1];
  y[0] *= x[0];
}
static void Compose(void* left, void* right, int* length, MPI_Datatype* type) {
  ForItems(left, right, *length, *type, ComposeTwo);
}

// Adds both fields. MPICH 4.0.2 writes past its buffers in reductions that do not commute, of types
// with holes.
static void AddTwo(const uint32_t* x, uint32_t* y) {
  y[0] += x[0];
  y[1] += x[1];
}
static void Add(void* left, void* right, int* length, MPI_Datatype* type) {
  ForItems(left, right, *length, *type, AddTwo);
}

// Ends a block of calls.
static void Close(void) {
  Record(seen);
  seen = kNothing;
}

int main(int argc, char** argv) {
  LoadDeviceIf(argv, "early");
  MPI_Init(&argc, &argv);
  LoadDeviceIf(argv, "late");
  send = (unsigned char*)Allocate(2 * kHalf) + kHalf;
  receive = (unsigned char*)Allocate(2 * kHalf) + kHalf;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  rank = RankIn(comm);
  ranks = RanksOf(comm);
  MPI_Datatype holes, negative, resized, record, empty, map, wide;
  MPI_Type_vector(2, 1, 3, MPI_SHORT, &holes);
  const int backwards = -2, one = 1;
  MPI_Type_indexed(1, &one, &backwards, MPI_INT, &negative);
  MPI_Type_create_resized(MPI_INT, -4, 12, &resized);
  const int lengths[] = {1, 3};
  const MPI_Aint fields[] = {0, 8};
  const MPI_Datatype members[] = {MPI_DOUBLE, MPI_CHAR};
  MPI_Type_create_struct(2, lengths, fields, members, &record);
  MPI_Type_contiguous(0, MPI_INT, &empty);
  MPI_Type_contiguous(2, MPI_UINT32_T, &map);
  MPI_Type_create_resized(map, 0, 12, &wide);
  MPI_Datatype* const made[] = {&holes, &negative, &resized, &record, &empty, &map, &wide};
  for (size_t i = 0; i < sizeof made / sizeof *made; ++i) MPI_Type_commit(made[i]);
  MPI_Op compose, add;
  MPI_Op_create(Compose, 0, &compose);
  MPI_Op_create(Add, 1, &add);
  const MPI_Datatype types[] = {MPI_INT, MPI_BYTE, holes, negative, resized, record, empty};
  static const int kCounts[] = {0, 1, 5, 150};
  for (size_t c = 0; c < sizeof kCounts / sizeof *kCounts; ++c) {
    const int count = kCounts[c];
    for (size_t t = 0; t < sizeof types / sizeof *types; ++t) {
      // Items of up to 16 bytes, and at most two blocks and a little more for each rank.
      reach = (size_t)(ranks + 1) * (size_t)(2 * count + 2) * 16 + 64;
      for (int root = 0; root < ranks; ++root) Rooted(count, types[t], root);
      Close();
      All(count, types[t]);
      Close();
    }
    Reductions(count, MPI_INT, MPI_SUM);
    Close();
    Reductions(count, MPI_UINT32_T, MPI_BXOR);
    Close();
    Reductions(count, MPI_2INT, MPI_MINLOC);
    Close();
    Reductions(count, map, compose);
    Close();
    Reductions(count, wide, add);
    Close();
  }
  MPI_Op_free(&compose);
  MPI_Op_free(&add);
  for (size_t i = 0; i < sizeof made / sizeof *made; ++i) MPI_Type_free(made[i]);
  MPI_Comm_free(&comm);
  PrintResults();
  MPI_Finalize();
  return 0;
}
