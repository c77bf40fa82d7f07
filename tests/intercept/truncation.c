// A root that sends more than the others expect, or less. No rank waits for ever, and all others
// get an error.
#include "program.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
  static unsigned char data[100000];
  // Sizes that are small enough to be buffered, and sizes that are not.
  static const int kSent[] = {100, 100000, 50, 50000};
  static const int kExpected[] = {50, 50000, 100, 100000};
#ifdef OPEN_MPI  // which takes less for right; we do not
  const int tries = 2;
#else
  const int tries = 4;
#endif
  for (int i = 0; i < tries; ++i) {
    const int count = RankIn(copy) == 0 ? kSent[i] : kExpected[i];
    const int failed = MPI_Bcast(data, count, MPI_BYTE, 0, copy) != MPI_SUCCESS;
    Record(RankIn(copy) == 0 || failed);
    MPI_Barrier(MPI_COMM_WORLD);
    unsigned char byte = RankIn(copy) == 1 ? 5 : 0;
    MPI_Bcast(&byte, 1, MPI_BYTE, 1, copy);
    Record(byte);
  }
  MPI_Comm_free(&copy);
  PrintResults();
  MPI_Finalize();
  return 0;
}
