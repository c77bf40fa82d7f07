// Calls that repeat one another, alternate, or only look alike, as input of the statistics.
#include <unistd.h>

#include "program.h"

enum { kTimes = 400, kItems = 64 };  // far more than the first 128 calls, each of which is timed
static double in[kItems * kItems], out[kItems * kItems];

static void First(void* invec, void* inoutvec, int* length, MPI_Datatype* type) {
  (void)type;
  memcpy(inoutvec, invec, (size_t)*length * sizeof(double));
}

// Sizes of one class, of several classes, and of more classes than are remembered.
static void CallSizes(void) {
  static const int kSizes[] = {8, 9, 100, 1000, 10, 2000, 3000};
  for (int i = 0; i < kTimes; ++i) {
    MPI_Bcast(in, 5, MPI_BYTE, 0, MPI_COMM_WORLD);
    for (int j = 0; j < 2 + i % 6; ++j) MPI_Bcast(in, kSizes[j], MPI_BYTE, 0, MPI_COMM_WORLD);
  }
}

// Equal numbers of items of other types, with other operations, from other roots.
static void CallKinds(void) {
  MPI_Op op;
  MPI_Op_create(First, 0, &op);
  for (int i = 0; i < kTimes; ++i) {
    MPI_Allreduce(in, out, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(in, out, 3, MPI_DOUBLE, op, MPI_COMM_WORLD);
    MPI_Allreduce(in, out, 3, MPI_CHAR, MPI_MAX, MPI_COMM_WORLD);
    MPI_Reduce(in, out, 3, MPI_DOUBLE, i % 3 == 0 ? op : MPI_SUM, i % 2, MPI_COMM_WORLD);
    MPI_Gather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, i % 2, MPI_COMM_WORLD);
  }
  MPI_Op_free(&op);
}

// One handle is, in turns, a type of one double and of two, where the library reuses handles, as
// MPICH does.
static void CallDerived(void) {
  for (int i = 0; i < kTimes; ++i) {
    MPI_Datatype type;
    MPI_Type_contiguous(1 + i % 2, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    MPI_Bcast(in, 1, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
  }
}

// Arguments that only the root reads differ elsewhere.
static void CallScatter(void) {
  for (int i = 0; i < kTimes; ++i) {
    MPI_Scatter(in, 2, MPI_DOUBLE, out, 16, MPI_BYTE, i % 2, MPI_COMM_WORLD);
    MPI_Scatter(in, i % 3, MPI_DOUBLE, out, i % 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
}

// Invalid calls fail, before and after a valid one, and do not count.
static void CallInvalid(void) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (int i = 0; i < kTimes; ++i) {
    if (MPI_Allgather(in, -1, MPI_INT, out, -1, MPI_INT, MPI_COMM_WORLD) == MPI_SUCCESS) exit(3);
    if (i % 2 == 0) MPI_Allgather(in, 1, MPI_INT, out, 1, MPI_INT, MPI_COMM_WORLD);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  // A folder other than the one where the preload library was started.
  if (chdir("/") != 0) return 2;
  CallSizes();
  CallKinds();
  CallScatter();
  CallInvalid();
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  for (int i = 0; i < kTimes; ++i) MPI_Barrier(i % 4 == 0 ? MPI_COMM_WORLD : copy);
  CallDerived();
  MPI_Finalize();
  printf("done\n");
  return 0;
}
