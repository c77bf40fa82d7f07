// Communicators of other kinds: between two groups, of one process, duplicates with attributes.
// Not with processes that were started later: MPICH over UCX cannot start or connect any.
#include "program.h"

static int copied = 0;
static int deleted = 0;

static int OnCopy(MPI_Comm comm, int keyval, void* extra, void* value, void* out, int* flag) {
  (void)comm, (void)keyval, (void)extra;
  *(void**)out = value;
  *flag = 1;
  ++copied;
  return MPI_SUCCESS;
}

static int OnDelete(MPI_Comm comm, int keyval, void* value, void* extra) {
  (void)comm, (void)keyval, (void)value, (void)extra;
  ++deleted;
  return MPI_SUCCESS;
}

static void BetweenGroups(void) {
  const int rank = RankIn(MPI_COMM_WORLD);
  MPI_Comm half, inter;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &inter);
  for (int i = 0; i < 3; ++i) {
    int value = rank == 0 ? 40 + i : 0;
    const int root = rank == 0 ? MPI_ROOT : rank % 2 == 0 ? MPI_PROC_NULL : 0;
    Record((uint64_t)MPI_Bcast(&value, 1, MPI_INT, root, inter));
    Record((uint64_t)value);
  }
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

static void WithAttributes(void) {
  int keyval = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(OnCopy, OnDelete, &keyval, NULL);
  MPI_Comm first, second;
  MPI_Comm_dup(MPI_COMM_WORLD, &first);
  int value = RankIn(MPI_COMM_WORLD);
  MPI_Bcast(&value, 1, MPI_INT, 0, first);
  MPI_Comm_set_attr(first, keyval, &keyval);
  MPI_Bcast(&value, 1, MPI_INT, 0, first);
  MPI_Comm_dup(first, &second);
  value = RankIn(MPI_COMM_WORLD) == 1;
  MPI_Comm_free(&first);
  MPI_Bcast(&value, 1, MPI_INT, 1, second);
  Record((uint64_t)value);
  MPI_Comm_free(&second);
  Record((uint64_t)copied);
  Record((uint64_t)deleted);
  MPI_Comm_free_keyval(&keyval);
}

static void Alone(void) {
  int value = 3;
  Record((uint64_t)MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_SELF));
  Record((uint64_t)value);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  BetweenGroups();
  WithAttributes();
  Alone();
  PrintResults();
  MPI_Finalize();
  return 0;
}
