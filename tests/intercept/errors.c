// Wrong calls, and what they return; the calls after them must work.
#include "errors.h"

static void TryAll(MPI_Comm comm) {
  static unsigned char data[8];
  Check(MPI_Bcast(data, 8, MPI_BYTE, RanksOf(comm), comm), comm);
  Check(MPI_Bcast(data, 8, MPI_BYTE, -1, comm), comm);
  Check(MPI_Bcast(data, -1, MPI_BYTE, 0, comm), comm);
  Check(MPI_Bcast(data, 8, MPI_DATATYPE_NULL, 0, comm), comm);
#ifndef OPEN_MPI  // which does not look, and crashes
  Check(MPI_Bcast(NULL, 8, MPI_BYTE, 0, comm), comm);
#endif
  Check(MPI_Bcast(data, 8, MPI_BYTE, 0, MPI_COMM_NULL), comm);
  MPI_Datatype uncommitted;
  MPI_Type_contiguous(4, MPI_INT, &uncommitted);
  Check(MPI_Bcast(data, 1, uncommitted, 0, comm), comm);
  MPI_Type_free(&uncommitted);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  TryOnBoth(TryAll);
  PrintResults();
  MPI_Finalize();
  return 0;
}
