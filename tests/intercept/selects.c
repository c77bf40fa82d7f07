// Selects algorithms of MPICH by control variables, before MPI_Init where the first argument is
// "before", and after it. Prints the variables' values afterwards. Reductions also read them during
// the call.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kAuto = 0, kSelected = 2 };  // every list has a kSelected that suits these calls

typedef struct {
  const char* name;
  void (*call)(void);
  int index;
  MPI_T_cvar_handle handle;
} Collective;

static int ranks = 0;
static int seen = -1;  // by the operation, while the collective runs
static const Collective* current = NULL;
static MPI_Op op = MPI_OP_NULL;
static int from[16];
static int into[16];

static int Read(const Collective* one) {
  int value = -1;
  MPI_T_cvar_read(one->handle, &value);
  return value;
}

static void Write(const Collective* one, int value) { MPI_T_cvar_write(one->handle, &value); }

static void Add(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i];
  seen = Read(current);
}

static void Barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void Bcast(void) { MPI_Bcast(into, 1, MPI_INT, 0, MPI_COMM_WORLD); }
static void Reduce(void) { MPI_Reduce(from, into, 1, MPI_INT, op, 0, MPI_COMM_WORLD); }
static void Allreduce(void) { MPI_Allreduce(from, into, 1, MPI_INT, op, MPI_COMM_WORLD); }
static void Scan(void) { MPI_Scan(from, into, 1, MPI_INT, op, MPI_COMM_WORLD); }
static void Gather(void) { MPI_Gather(from, 1, MPI_INT, into, 1, MPI_INT, 0, MPI_COMM_WORLD); }
static void Allgather(void) { MPI_Allgather(from, 1, MPI_INT, into, 1, MPI_INT, MPI_COMM_WORLD); }
static void Alltoall(void) { MPI_Alltoall(from, 1, MPI_INT, into, 1, MPI_INT, MPI_COMM_WORLD); }

static Collective all[] = {
    {"BARRIER", Barrier, 0, NULL},     {"BCAST", Bcast, 0, NULL},       {"REDUCE", Reduce, 0, NULL},
    {"ALLREDUCE", Allreduce, 0, NULL}, {"SCAN", Scan, 0, NULL},         {"GATHER", Gather, 0, NULL},
    {"ALLGATHER", Allgather, 0, NULL}, {"ALLTOALL", Alltoall, 0, NULL},
};
enum { kCollectives = sizeof all / sizeof *all };

static void FindVariables(void) {
  int provided = 0;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  for (int i = 0; i < kCollectives; ++i) {
    char name[64];
    snprintf(name, sizeof name, "MPIR_CVAR_%s_INTRA_ALGORITHM", all[i].name);
    int count = 0;
    if (MPI_T_cvar_get_index(name, &all[i].index) != MPI_SUCCESS ||
        MPI_T_cvar_handle_alloc(all[i].index, NULL, &all[i].handle, &count) != MPI_SUCCESS) {
      fprintf(stderr, "no %s\n", name);
      exit(1);
    }
  }
}

/// Calls a collective. Prints the value of its variable afterwards, and during the call where an
/// operation can read it.
static void Call(const Collective* one, const char* when) {
  for (int i = 0; i < ranks; ++i) from[i] = i + 1;
  memset(into, 0, sizeof into);
  current = one;
  seen = -1;
  one->call();
  const int value = Read(one);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) return;
  printf("%s %s: %d, result %d", when, one->name, value, into[0]);
  if (seen >= 0) printf(", during %d", seen);
  printf("\n");
}

int main(int argc, char** argv) {
  const int before = argc > 1 && strcmp(argv[1], "before") == 0;
  FindVariables();
  if (before) {
    for (int i = 0; i < kCollectives; ++i) Write(&all[i], kSelected);
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Op_create(Add, 1, &op);
  for (int i = 0; i < kCollectives; ++i) Call(&all[i], "first");
  for (int i = 0; i < kCollectives; ++i) Write(&all[i], kSelected);
  for (int i = 0; i < kCollectives; ++i) Call(&all[i], "selected");
  for (int i = 0; i < kCollectives; ++i) Write(&all[i], kAuto);
  for (int i = 0; i < kCollectives; ++i) Call(&all[i], "free");
  MPI_Op_free(&op);
  MPI_Finalize();
  return 0;
}
