// Wrong calls, and what they return; the calls after them must work.
#include "program.h"

static int handled = 0;

static void Count(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  Record(ErrorClass(*code));
  ++handled;
}

static void Check(int code, MPI_Comm comm) {
  Record(ErrorClass(code));
  Record((uint64_t)handled);
  // What is left of the wrong call must not reach a right one.
  MPI_Barrier(MPI_COMM_WORLD);
  int value = RankIn(MPI_COMM_WORLD) == 0 ? 4711 : 0;
  Record(ErrorClass(MPI_Bcast(&value, 1, MPI_INT, 0, comm)));
  Record((uint64_t)value);
}

static void TryAll(MPI_Comm comm) {
  static unsigned char data[8];
  Check(MPI_Bcast(data, 8, MPI_BYTE, RanksOf(comm), comm), comm);
  Check(MPI_Bcast(data, 8, MPI_BYTE, -1, comm), comm);
  Check(MPI_Bcast(data, -1, MPI_BYTE, 0, comm), comm);
  Check(MPI_Bcast(data, 8, MPI_DATATYPE_NULL, 0, comm), comm);
  Check(MPI_Bcast(NULL, 8, MPI_BYTE, 0, comm), comm);
  Check(MPI_Bcast(data, 8, MPI_BYTE, 0, MPI_COMM_NULL), comm);
  MPI_Datatype uncommitted;
  MPI_Type_contiguous(4, MPI_INT, &uncommitted);
  Check(MPI_Bcast(data, 1, uncommitted, 0, comm), comm);
  MPI_Type_free(&uncommitted);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  // Errors that belong to no communicator are raised here.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  TryAll(MPI_COMM_WORLD);
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Errhandler counter;
  MPI_Comm_create_errhandler(Count, &counter);
  MPI_Comm_set_errhandler(copy, counter);
  TryAll(copy);
  MPI_Comm freed = copy;
  MPI_Comm_free(&copy);
  int value = 0;
  Record(ErrorClass(MPI_Bcast(&value, 1, MPI_INT, 0, freed)));
  MPI_Errhandler_free(&counter);
  PrintResults();
  MPI_Finalize();
  return 0;
}
