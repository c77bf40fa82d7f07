// The measuring library before MPI_Init and after MPI_Finalize: it returns an error, and does no
// harm.
#include <colltune.h>
#include <stdio.h>
#include <string.h>

static int IsRefused(void) {
  colltune_handle* handle = NULL;
  return colltune_open(MPI_COMM_WORLD, &handle) == COLLTUNE_ERROR_ARGUMENT && handle == NULL &&
         colltune_measure(MPI_COMM_WORLD, "bcast", "library", 0, 0, NULL, NULL, NULL) ==
             COLLTUNE_ERROR_ARGUMENT &&
         strcmp(colltune_error(), "MPI is not running") == 0;
}

int main(int argc, char** argv) {
  const int silent = strcmp(colltune_error(), "") == 0;
  const int before = IsRefused();
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  const int after = IsRefused();
  printf("%d %d %d\n", silent, before, after);
  return !(silent && before && after && colltune_api() == COLLTUNE_MEASURE_API);
}
