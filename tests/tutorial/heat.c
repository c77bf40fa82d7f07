// heat.c: the heat in a rod whose ends are kept at 0 and 1, for some time. Each rank has a piece of the
// rod. An application like many: neighbours, a sum in each step, and now and then all of
// it in one place.
#include <math.h>
#include <mpi.h>
#include <stdio.h>

enum { kPiece = 2000, kSteps = 20000, kShown = 1000 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  static double heat[kPiece + 2], next[kPiece + 2], rod[64 * kPiece];
  if (ranks > 64) MPI_Abort(MPI_COMM_WORLD, 1);
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  if (right == MPI_PROC_NULL) heat[kPiece + 1] = next[kPiece + 1] = 1;

  double diffusion = rank == 0 ? 0.4 : 0;
  MPI_Bcast(&diffusion, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  double change = 0;
  for (int step = 0; step < kSteps; ++step) {
    MPI_Sendrecv(heat + 1, 1, MPI_DOUBLE, left, 0, heat + kPiece + 1, 1, MPI_DOUBLE, right, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(heat + kPiece, 1, MPI_DOUBLE, right, 0, heat, 1, MPI_DOUBLE, left, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    double here = 0;
    for (int i = 1; i <= kPiece; ++i) {
      next[i] = heat[i] + diffusion * (heat[i - 1] - 2 * heat[i] + heat[i + 1]);
      here += fabs(next[i] - heat[i]);
    }
    for (int i = 1; i <= kPiece; ++i) heat[i] = next[i];
    MPI_Allreduce(&here, &change, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (step % kShown == 0) {
      MPI_Gather(heat + 1, kPiece, MPI_DOUBLE, rod, kPiece, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
  }
  double sum = 0;
  for (int i = 1; i <= kPiece; ++i) sum += heat[i];
  double all = 0;
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("after %d steps the rod holds %.6f\n", kSteps, all);
  MPI_Finalize();
  return 0;
}
