// What is preloaded: MPI's names, and the way to what stands behind them.
//
// Every process of a job inherits a preload: shells, compilers, programs of other MPI libraries
// than the one that colltune was built for. So nothing here needs an MPI library or reads an
// argument. What does, libcolltune_mpi.so, is loaded at the first call that finds its MPI library
// in the process; otherwise calls go on to whatever would have had them without us.
//
// Arguments and results are integers and pointers, each of which takes one register or place on the
// stack, whatever its size. That holds in the calling conventions of x86-64, AArch64, POWER and
// RISC-V with 64 bits.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <atomic>
#include <cstdint>

#include "tuner/intercept/export.h"
#include "tuner/intercept/mpi_library.h"  // kMpiLibrary, as libcolltune_mpi.so needs it

namespace colltune {
namespace {

using Word = std::uint64_t;
static_assert(sizeof(void*) == sizeof(Word));

void* implementation = nullptr;

/// One of all ranks, where their launcher says which this is: they all would say the same.
bool SpeaksForAll() {
  for (const char* name : {"PMI_RANK", "PMIX_RANK", "SLURM_PROCID"}) {
    if (const char* const rank = getenv(name)) return strcmp(rank, "0") == 0;
  }
  return true;
}

/// libcolltune_mpi.so of the folder of this library, if this is a process of its MPI library.
void LoadImplementation() {
  const char* const disabled = getenv("COLLTUNE_DISABLE");
  if (disabled != nullptr && strcmp(disabled, "1") == 0) return;
  void* const mpi = dlopen(kMpiLibrary, RTLD_LAZY | RTLD_NOLOAD);
  if (mpi == nullptr) return;
  dlclose(mpi);
  Dl_info here{};
  char path[4096] = "";
  if (dladdr(&implementation, &here) != 0) {
    const char* const slash = strrchr(here.dli_fname, '/');
    const int folder = slash == nullptr ? 0 : static_cast<int>(slash + 1 - here.dli_fname);
    snprintf(path, sizeof path, "%.*slibcolltune_mpi.so", folder, here.dli_fname);
  }
  implementation = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (implementation == nullptr && SpeaksForAll()) {
    fprintf(stderr, "colltune: warning: %s; using the MPI library's own collectives\n", dlerror());
  }
}

/// The definition of `name` that a program would have without us; where none is visible to all,
/// that of the libraries that `caller`, an address in one of them, was linked with.
void* Behind(const char* name, const void* self, const void* caller) {
  // dlsym must not be the last call here: it knows by its return address behind whom to look.
  if (void* const next = dlsym(RTLD_NEXT, name)) return next;
  Dl_info from{};
  if (dladdr(caller, &from) == 0) return nullptr;
  void* const object = dlopen(from.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (object == nullptr) return nullptr;
  void* const found = dlsym(object, name);
  dlclose(object);
  return found == self ? nullptr : found;
}

/// What was found in a library is kept, so the library has to stay, whoever closes it.
void Pin(const void* found) {
  Dl_info from{};
  if (dladdr(found, &from) != 0) dlopen(from.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/// What is to have the calls of `name`, whose entry here is `self`.
[[gnu::cold, gnu::noinline]] void* Find(const char* name, const void* self, const void* caller) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, LoadImplementation);
  void* found = implementation == nullptr ? nullptr : dlsym(implementation, name);
  if (found == nullptr) found = Behind(name, self, caller);
  if (found == nullptr) {
    fprintf(stderr, "colltune: no library of this process defines %s\n", name);
    abort();
  }
  Pin(found);
  return found;
}

}  // namespace
}  // namespace colltune

/// For libcolltune_mpi.so: the definition of a function that all see behind this library, or
/// nullptr.
COLLTUNE_EXPORT void* colltune_next(const char* name) {
  return colltune::Behind(name, nullptr, nullptr);
}

// NOLINTBEGIN(bugprone-macro-parentheses): lists of parameters
#define COLLTUNE_ENTRY(NAME, PARAMETERS, ARGUMENTS)                               \
  COLLTUNE_EXPORT colltune::Word NAME PARAMETERS {                                \
    using Function = colltune::Word(*) PARAMETERS;                                \
    static constinit std::atomic<Function> kept{};                                \
    Function function = kept.load(std::memory_order_relaxed);                     \
    if (function == nullptr) [[unlikely]] {                                       \
      const void* const caller = __builtin_return_address(0);                     \
      void* const self = reinterpret_cast<void*>(&NAME);                          \
      function = reinterpret_cast<Function>(colltune::Find(#NAME, self, caller)); \
      kept.store(function, std::memory_order_relaxed);                            \
    }                                                                             \
    return function ARGUMENTS;                                                    \
  }
// NOLINTEND(bugprone-macro-parentheses)

using colltune::Word;

#define COLLTUNE_0(NAME) COLLTUNE_ENTRY(NAME, (), ())
#define COLLTUNE_1(NAME) COLLTUNE_ENTRY(NAME, (Word a), (a))
#define COLLTUNE_2(NAME) COLLTUNE_ENTRY(NAME, (Word a, Word b), (a, b))
#define COLLTUNE_3(NAME) COLLTUNE_ENTRY(NAME, (Word a, Word b, Word c), (a, b, c))
#define COLLTUNE_4(NAME) COLLTUNE_ENTRY(NAME, (Word a, Word b, Word c, Word d), (a, b, c, d))
#define COLLTUNE_5(NAME) \
  COLLTUNE_ENTRY(NAME, (Word a, Word b, Word c, Word d, Word e), (a, b, c, d, e))
#define COLLTUNE_6(NAME) \
  COLLTUNE_ENTRY(NAME, (Word a, Word b, Word c, Word d, Word e, Word f), (a, b, c, d, e, f))
#define COLLTUNE_7(NAME)                                                         \
  COLLTUNE_ENTRY(NAME, (Word a, Word b, Word c, Word d, Word e, Word f, Word g), \
                 (a, b, c, d, e, f, g))
#define COLLTUNE_8(NAME)                                                                 \
  COLLTUNE_ENTRY(NAME, (Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h), \
                 (a, b, c, d, e, f, g, h))
#define COLLTUNE_9(NAME)                                                                         \
  COLLTUNE_ENTRY(NAME, (Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i), \
                 (a, b, c, d, e, f, g, h, i))

// With counts of int and of MPI_Count.
#define COLLTUNE_BOTH(COUNT, NAME) COLLTUNE_##COUNT(NAME) COLLTUNE_##COUNT(NAME##_c)

COLLTUNE_2(MPI_Init)
COLLTUNE_4(MPI_Init_thread)
COLLTUNE_0(MPI_Finalize)
COLLTUNE_1(mpi_init_f08_)
COLLTUNE_3(mpi_init_thread_f08_)
COLLTUNE_1(mpi_finalize_f08_)

COLLTUNE_1(MPI_Barrier)
COLLTUNE_2(mpi_barrier_f08_)
COLLTUNE_BOTH(5, MPI_Bcast)
COLLTUNE_BOTH(7, MPI_Reduce)
COLLTUNE_BOTH(6, MPI_Allreduce)
COLLTUNE_BOTH(6, MPI_Scan)
COLLTUNE_BOTH(6, MPI_Exscan)
COLLTUNE_BOTH(6, MPI_Reduce_scatter)
COLLTUNE_BOTH(6, MPI_Reduce_scatter_block)
COLLTUNE_BOTH(8, MPI_Gather)
COLLTUNE_BOTH(9, MPI_Gatherv)
COLLTUNE_BOTH(8, MPI_Scatter)
COLLTUNE_BOTH(9, MPI_Scatterv)
COLLTUNE_BOTH(7, MPI_Allgather)
COLLTUNE_BOTH(8, MPI_Allgatherv)
COLLTUNE_BOTH(7, MPI_Alltoall)
COLLTUNE_BOTH(9, MPI_Alltoallv)
COLLTUNE_BOTH(9, MPI_Alltoallw)
