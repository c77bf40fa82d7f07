// MPI that outlives main: after_main global|atexit|library
//
// A global object starts MPI. Its destructor ends it, or a function of atexit, or the destructor of
// a library that the program is linked with, which runs last of all.
#include "after_main.h"

#include <string>

#include "program.h"

namespace {

// Associative, but not commutative.
void KeepFirst(void* in, void* inout, int* count, MPI_Datatype*) {
  memcpy(inout, in, static_cast<size_t>(*count) * sizeof(double));
}

void CallAll(MPI_Comm comm) {
  double items[300], results[300] = {};
  int sum = 0, one = 1;
  for (int i = 0; i < 300; ++i) items[i] = 300 * RankIn(comm) + i;
  MPI_Op first;
  MPI_Op_create(KeepFirst, 0, &first);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  Record(static_cast<uint64_t>(sum));
  MPI_Reduce(items, results, 300, MPI_DOUBLE, MPI_SUM, 0, comm);
  RecordBytes(results, sizeof results);
  MPI_Scan(items, results, 300, MPI_DOUBLE, first, comm);
  RecordBytes(results, sizeof results);
  MPI_Bcast(items, 300, MPI_DOUBLE, 1, comm);
  RecordBytes(items, sizeof items);
  MPI_Allgather(items, 100, MPI_DOUBLE, results, 100, MPI_DOUBLE, comm);
  RecordBytes(results, sizeof results);
  MPI_Barrier(comm);
  MPI_Op_free(&first);
}

void End() {
  CallAll(MPI_COMM_WORLD);
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  CallAll(copy);
  MPI_Comm_free(&copy);
  PrintResults();
  MPI_Finalize();
}

struct Life {
  Life() { MPI_Init(nullptr, nullptr); }
  Life(const Life&) = delete;
  Life& operator=(const Life&) = delete;
  ~Life() {
    if (ends) End();
  }
  bool ends = false;
};

Life life;

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string who = argv[1];
  if (who == "global") life.ends = true;
  if (who == "atexit") atexit(End);
  if (who == "library") AtUnload(End);
  CallAll(MPI_COMM_WORLD);
  return 0;
}
