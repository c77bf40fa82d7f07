// The same ints, described by each rank in its own way on each side of a collective: contiguous,
// with holes, in structs, backwards, with a negative lower bound, or by absolute addresses at
// MPI_BOTTOM.
#include "program.h"

enum { kInts = 12, kRoom = 64, kMostRanks = 16, kDescriptions = 7 };  // of a block
// Blocks begin in the middle of their room, as types have negative bounds.
static int from[kMostRanks * kRoom], into[kMostRanks * kRoom];
static int rank, ranks;

// A block as the arguments of one side of a call describe it.
typedef struct {
  int* base;  // NULL: MPI_BOTTOM
  int count;
  MPI_Datatype type;
} Side;

// Gives all types the same extent, so that blocks begin at the same distance. A type belongs to one
// buffer: the absolute addresses of `buffer` may be in it.
static MPI_Datatype Spread(MPI_Datatype type) {
  MPI_Datatype spread;
  MPI_Type_create_resized(type, 0, kRoom * sizeof(int), &spread);
  MPI_Type_commit(&spread);
  MPI_Type_free(&type);
  return spread;
}

static MPI_Datatype Describe(int way, int* buffer) {
  MPI_Datatype type = MPI_DATATYPE_NULL, part;
  int lengths[] = {kInts / 2, kInts / 2};
  MPI_Aint places[] = {0, 0};
  switch (way) {
    case 0:  // contiguous
      MPI_Type_contiguous(kInts, MPI_INT, &type);
      break;
    case 1:  // with holes
      MPI_Type_vector(kInts, 1, 3, MPI_INT, &type);
      break;
    case 2:  // in two pieces, the first of which is before the beginning
      places[0] = -8 * (MPI_Aint)sizeof(int);
      places[1] = 5 * sizeof(int);
      MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &type);
      break;
    case 3: {  // a struct with holes
      MPI_Datatype types[] = {MPI_INT, MPI_INT};
      places[1] = (kInts / 2 + 3) * sizeof(int);
      MPI_Type_create_struct(2, lengths, places, types, &type);
      break;
    }
    case 4:  // backwards
      MPI_Type_vector(kInts, 1, -1, MPI_INT, &type);
      break;
    case 5:  // of items with a negative lower bound
      MPI_Type_create_resized(MPI_INT, -4, 2 * sizeof(int), &part);
      MPI_Type_contiguous(kInts, part, &type);
      MPI_Type_free(&part);
      break;
    default:  // by its address
      MPI_Get_address(buffer, &places[0]);
      places[1] = places[0] + 20 * (MPI_Aint)sizeof(int);
      MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &type);
  }
  return Spread(type);
}

static MPI_Datatype described[2][kDescriptions];  // of `from`, of `into`

static int* Middle(int* buffer) { return buffer + kRoom / 4; }

// Returns this rank's description of one block of a buffer. Ranks take turns; `turn` differs
// between calls.
static Side Of(int* buffer, int turn) {
  const int way = (rank + turn) % kDescriptions, is_into = buffer == into;
  const Side side = {way == kDescriptions - 1 ? (int*)MPI_BOTTOM : Middle(buffer), 1,
                     described[is_into][way]};
  return side;
}

static void Prepare(int salt) {
  for (int i = 0; i < kMostRanks * kRoom; ++i) {
    from[i] = 1000000 * rank + 1000 * salt + i;
    into[i] = -i;
  }
}

static void See(int code) {
  Record((uint64_t)code);
  RecordBytes(from, sizeof from);
  RecordBytes(into, sizeof into);
}

static void Rooted(int root, int turn) {
  const int here = rank == root;
  const Side send = Of(from, turn), receive = Of(into, turn + 2);
  int counts[kMostRanks], places[kMostRanks];
  for (int i = 0; i < ranks; ++i) {
    counts[i] = 1;
    places[i] = (i + 1) % ranks;
  }
  Prepare(root);
  See(MPI_Bcast(receive.base, 1, receive.type, root, MPI_COMM_WORLD));
  for (int in_place = 0; in_place < 2; ++in_place) {
    void* const at = in_place && here ? MPI_IN_PLACE : receive.base;
    const void* const out = in_place && here ? MPI_IN_PLACE : send.base;
    Prepare(1);
    See(MPI_Scatter(send.base, 1, send.type, at, 1, receive.type, root, MPI_COMM_WORLD));
    Prepare(2);
    See(MPI_Scatterv(send.base, counts, places, send.type, at, 1, receive.type, root,
                     MPI_COMM_WORLD));
    Prepare(3);
    See(MPI_Gather(out, 1, send.type, receive.base, 1, receive.type, root, MPI_COMM_WORLD));
    Prepare(4);
    See(MPI_Gatherv(out, 1, send.type, receive.base, counts, places, receive.type, root,
                    MPI_COMM_WORLD));
  }
}

static void All(int turn) {
  const Side send = Of(from, turn), receive = Of(into, turn + 3);
  int counts[kMostRanks], places[kMostRanks], bytes[kMostRanks];
  MPI_Datatype send_types[kMostRanks], receive_types[kMostRanks];
  for (int i = 0; i < ranks; ++i) {
    counts[i] = 1;
    places[i] = (i + 1) % ranks;
    bytes[i] = i * kRoom * (int)sizeof(int);
    // In MPI_Alltoallw each block has its own description, but not the one that begins at
    // MPI_BOTTOM.
    send_types[i] = described[0][(rank + i + turn) % (kDescriptions - 1)];
    receive_types[i] = described[1][(rank + 2 * i + turn) % (kDescriptions - 1)];
  }
  for (int in_place = 0; in_place < 2; ++in_place) {
    const void* const out = in_place ? MPI_IN_PLACE : send.base;
    const void* const middle = in_place ? MPI_IN_PLACE : Middle(from);
    Prepare(1);
    See(MPI_Allgather(out, 1, send.type, receive.base, 1, receive.type, MPI_COMM_WORLD));
    Prepare(2);
    See(MPI_Allgatherv(out, 1, send.type, receive.base, counts, places, receive.type,
                       MPI_COMM_WORLD));
    Prepare(3);
    See(MPI_Alltoall(out, 1, send.type, receive.base, 1, receive.type, MPI_COMM_WORLD));
    Prepare(4);
    See(MPI_Alltoallv(out, counts, places, send.type, receive.base, counts, places, receive.type,
                      MPI_COMM_WORLD));
    Prepare(5);
    See(MPI_Alltoallw(middle, counts, bytes, send_types, Middle(into), counts, bytes, receive_types,
                      MPI_COMM_WORLD));
  }
}

// Adds items of the type with holes, whose layout it knows: predefined operations take no derived
// types.
static void Add(void* left, void* right, int* length, MPI_Datatype* type) {
  MPI_Aint bound, extent;
  MPI_Type_get_extent(*type, &bound, &extent);
  for (int item = 0; item < *length; ++item) {
    const int* const x = (const int*)((const char*)left + item * extent);
    int* const y = (int*)((char*)right + item * extent);
    for (int i = 0; i < kInts; ++i) y[3 * i] += x[3 * i];
  }
}

static void Reductions(void) {
  MPI_Op add;
  MPI_Op_create(Add, 1, &add);
  const MPI_Datatype holes = described[0][1];
  for (int in_place = 0; in_place < 2; ++in_place) {
    const void* const out = in_place ? MPI_IN_PLACE : from;
    Prepare(1);
    See(MPI_Allreduce(out, into, 2, holes, add, MPI_COMM_WORLD));
    Prepare(2);
    See(MPI_Scan(out, into, 2, holes, add, MPI_COMM_WORLD));
    Prepare(3);
    See(MPI_Reduce(rank == 0 ? out : from, into, 2, holes, add, 0, MPI_COMM_WORLD));
  }
  MPI_Op_free(&add);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = RankIn(MPI_COMM_WORLD);
  ranks = RanksOf(MPI_COMM_WORLD);
  for (int way = 0; way < kDescriptions; ++way) {
    described[0][way] = Describe(way, Middle(from));
    described[1][way] = Describe(way, Middle(into));
  }
  for (int turn = 0; turn < kDescriptions; ++turn) {
    Rooted(turn % ranks, turn);
    All(turn);
  }
  Reductions();
  for (int way = 0; way < kDescriptions; ++way) {
    MPI_Type_free(&described[0][way]);
    MPI_Type_free(&described[1][way]);
  }
  PrintResults();
  MPI_Finalize();
  return 0;
}
