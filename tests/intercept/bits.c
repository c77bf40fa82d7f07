// Sums of floating point numbers that depend on the order of addition. MPI_Allreduce leaves the
// same bits on all ranks (MPI-3.1, 5.9.1, advice to implementors), and the same again when it is
// repeated. Prints each deviation.
#include <math.h>

#include "program.h"

enum { kMost = 5003 };
static int rank, ranks, calls = 0;

// Draws a number of any magnitude and sign, so that each sum is rounded.
static double Draw(void) {
  static uint64_t state = 0;
  if (state == 0) state = 0x9e3779b97f4a7c15u * (uint64_t)(rank + 1);
  state = state * 6364136223846793005u + 1442695040888963407u;  // Knuth's MMIX
  return ldexp((double)(state >> 11) / 4503599627370496.0 - 1, (int)(state % 60) - 30);
}

// Compares the results of all ranks with those of rank 0.
static void Compare(const void* result, size_t bytes, const char* what, int count) {
  static unsigned char first[kMost * 16];
  memcpy(first, result, bytes);
  MPI_Bcast(first, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
  int differs = memcmp(first, result, bytes) != 0, all = 0;
  MPI_Allreduce(&differs, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (all && rank == 0) printf("%d items of %s: other bits on some rank\n", count, what);
  ++calls;
}

static void Sum(MPI_Datatype type, size_t size, int count, const void* given, MPI_Op op,
                const char* what) {
  static unsigned char result[kMost * 16], again[kMost * 16];
  const size_t bytes = (size_t)count * size;
  MPI_Allreduce(given, result, count, type, op, MPI_COMM_WORLD);
  Compare(result, bytes, what, count);
  memcpy(again, given, bytes);
  MPI_Allreduce(MPI_IN_PLACE, again, count, type, op, MPI_COMM_WORLD);
  Compare(again, bytes, what, count);
  if (memcmp(result, again, bytes) != 0)
    printf("%d items of %s: other bits in place\n", count, what);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = RankIn(MPI_COMM_WORLD);
  ranks = RanksOf(MPI_COMM_WORLD);
  static double doubles[2 * kMost];
  static float floats[2 * kMost];
  for (int i = 0; i < 2 * kMost; ++i) {
    doubles[i] = Draw();
    floats[i] = (float)doubles[i];
  }
  static const int kCounts[] = {1, 2, 3, 7, 64, 1000, kMost};
  for (size_t i = 0; i < sizeof kCounts / sizeof *kCounts; ++i) {
    const int count = kCounts[i];
    Sum(MPI_DOUBLE, sizeof(double), count, doubles, MPI_SUM, "double");
    Sum(MPI_FLOAT, sizeof(float), count, floats, MPI_SUM, "float");
    Sum(MPI_DOUBLE, sizeof(double), count, doubles, MPI_PROD, "double's product");
    Sum(MPI_C_DOUBLE_COMPLEX, 2 * sizeof(double), count, doubles, MPI_SUM, "complex");
    Sum(MPI_DOUBLE, sizeof(double), count, doubles, MPI_MIN, "double's least");
  }
  if (rank == 0) printf("%d results\n", calls);
  MPI_Finalize();
  return 0;
}
