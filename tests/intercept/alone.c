// A wrong call by one rank alone, as the first call on a communicator. The other ranks cannot know
// of it, but need nothing from that rank.
#include "program.h"

enum { kCount = 4, kMostRanks = 8 };
static int send[kMostRanks * kCount], receive[kMostRanks * kCount];

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int last = RanksOf(MPI_COMM_WORLD) - 1;
  for (int which = 0; which < 4; ++which) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    const int of_last = RankIn(comm) == last ? -1 : kCount;
    const int of_root = RankIn(comm) == 0 ? -1 : kCount;
    const MPI_Op op_of_root = RankIn(comm) == 0 ? MPI_OP_NULL : MPI_SUM;
    int code = MPI_SUCCESS;
    switch (which) {
      case 0:
        code = MPI_Bcast(send, of_last, MPI_INT, 0, comm);
        break;
      case 1:
        code = MPI_Scatter(send, kCount, MPI_INT, receive, of_last, MPI_INT, 0, comm);
        break;
      case 2:
        code = MPI_Gather(send, kCount, MPI_INT, receive, of_root, MPI_INT, 0, comm);
        break;
      default:
        code = MPI_Reduce(send, receive, kCount, MPI_INT, op_of_root, 0, comm);
    }
    Record(ErrorClass(code));
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&comm);
  }
  PrintResults();
  MPI_Finalize();
  return 0;
}
