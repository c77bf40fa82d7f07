// Broadcasts of derived datatypes, also of datatypes that differ between ranks.
#include <stddef.h>

#include "program.h"

enum { kMargin = 256, kMemory = 1 << 18, kMostCount = 1000 };
static unsigned char memory[kMemory];

typedef struct {
  char letter;
  double number;
  int two[2];
} Mixed;

static void MakeTypes(MPI_Datatype types[5]) {
  MPI_Type_vector(3, 2, 4, MPI_INT, &types[0]);
  int lengths[] = {1, 2};
  MPI_Aint places[] = {-8, 4};
  MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &types[1]);
  MPI_Type_create_resized(MPI_INT, 0, 24, &types[2]);
  int fields[] = {1, 1, 2};
  MPI_Aint offsets[] = {offsetof(Mixed, letter), offsetof(Mixed, number), offsetof(Mixed, two)};
  MPI_Datatype parts[] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
  MPI_Type_create_struct(3, fields, offsets, parts, &types[3]);
  MPI_Type_contiguous(2, types[0], &types[4]);
  for (int i = 0; i < 5; ++i) MPI_Type_commit(&types[i]);
}

static void Broadcast(void* base, int count, MPI_Datatype type, int root) {
  Record((uint64_t)MPI_Bcast(base, count, type, root, MPI_COMM_WORLD));
  RecordBytes(memory, kMemory);
}

static void Prepare(int root) {
  memset(memory, 0xee, kMemory);
  if (RankIn(MPI_COMM_WORLD) == root) Fill(memory, kMemory, root);
}

// The same ints: plain at the root, with holes on odd ranks, one contiguous type on the others.
static void DifferentArguments(int count, int root) {
  const int rank = RankIn(MPI_COMM_WORLD);
  Prepare(root);
  MPI_Datatype holes, whole;
  MPI_Type_vector(count, 1, 3, MPI_INT, &holes);
  MPI_Type_contiguous(count, MPI_INT, &whole);
  MPI_Type_commit(&holes);
  MPI_Type_commit(&whole);
  if (rank == root) {
    Broadcast(memory, count, MPI_INT, root);
  } else {
    Broadcast(memory, 1, rank % 2 ? holes : whole, root);
  }
  MPI_Type_free(&holes);
  MPI_Type_free(&whole);
}

// A type that holds the address of its data.
static void AbsoluteAddresses(int root) {
  Prepare(root);
  int lengths[] = {5, 500};
  MPI_Aint places[2];
  MPI_Get_address(memory + 16, &places[0]);
  MPI_Get_address(memory + 4096, &places[1]);
  MPI_Datatype type;
  MPI_Type_create_hindexed(2, lengths, places, MPI_BYTE, &type);
  MPI_Type_commit(&type);
  Broadcast(MPI_BOTTOM, 1, type, root);
  MPI_Type_free(&type);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Datatype types[5];
  MakeTypes(types);
  MPI_Datatype empty;
  MPI_Type_contiguous(0, MPI_INT, &empty);
  MPI_Type_commit(&empty);
  static const int kCounts[] = {0, 1, 3, kMostCount};
  for (int root = 0; root < RanksOf(MPI_COMM_WORLD); ++root) {
    for (int c = 0; c < 4; ++c) {
      for (int t = 0; t < 5; ++t) {
        Prepare(root);
        Broadcast(memory + kMargin, kCounts[c], types[t], root);
      }
      if (kCounts[c] > 0) DifferentArguments(kCounts[c], root);
    }
    Broadcast(memory, 7, empty, root);
    AbsoluteAddresses(root);
  }
  for (int t = 0; t < 5; ++t) MPI_Type_free(&types[t]);
  MPI_Type_free(&empty);
  PrintResults();
  MPI_Finalize();
  return 0;
}
