// Broadcasts from a callback of MPI_Finalize, with communicators that were never freed.
#include "program.h"

static MPI_Comm kept[3];

static int OnDelete(MPI_Comm comm, int keyval, void* attribute, void* extra) {
  (void)comm, (void)keyval, (void)attribute, (void)extra;
  for (int i = 0; i < 3; ++i) {
    int value = RankIn(MPI_COMM_WORLD) == 1 ? 90 + i : 0;
    MPI_Bcast(&value, 1, MPI_INT, 1, kept[i]);
    Record((uint64_t)value);
  }
  PrintResults();
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  int keyval = MPI_KEYVAL_INVALID;
  MPI_Init(&argc, &argv);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, OnDelete, &keyval, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
  kept[0] = MPI_COMM_WORLD;
  MPI_Comm_dup(MPI_COMM_WORLD, &kept[1]);
  MPI_Comm_dup(MPI_COMM_WORLD, &kept[2]);
  for (int i = 0; i < 2; ++i) {
    int value = RankIn(MPI_COMM_WORLD) == 0 ? 80 + i : 0;
    MPI_Bcast(&value, 1, MPI_INT, 0, kept[i]);
    Record((uint64_t)value);
  }
  MPI_Finalize();
  return 0;
}
