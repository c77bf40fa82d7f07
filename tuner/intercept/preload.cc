// The preloaded library: defines MPI's names, and forwards their calls.
//
// Every process of a job inherits a preload: shells, compilers, programs of other MPI libraries
// than the one that colltune was built for. So nothing here needs an MPI library or reads an
// argument. libcolltune_mpi.so does both, and is loaded at the first call if the process uses its
// MPI library. Otherwise calls are forwarded to the functions that would run without colltune.
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms/mpi_libraries/mpi_libraries.h"
#include "tuner/intercept/entry.h"
#include "tuner/intercept/export.h"
#include "tuner/intercept/mpi_library.h"  // of libcolltune_mpi.so: kMpiLibrary, COLLTUNE_REVOKES

namespace colltune::intercept {
namespace {

void* implementation = nullptr;

/// Returns whether this process prints warnings for all ranks, which would all print the same: on
/// rank 0, and on every rank if the launcher does not tell ranks apart.
bool SpeaksForAll() {
  const char* const rank = RankByLauncher(getenv);
  return rank == nullptr || strcmp(rank, "0") == 0;
}

/// Loads libcolltune_mpi.so from this library's folder if this process uses its MPI library, and
/// COLLTUNE_DISABLE is not 1.
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
    char* const why = dlerror();
    for (char* at = why; *at != '\0'; ++at) {  // paths may hold anything
      if (*at < ' ' || *at > '~') *at = '?';
    }
    fprintf(stderr, "colltune: warning: %s; using the MPI library's own collectives\n", why);
  }
}

/// Returns the definition of `name` that a program would call without colltune. If none is visible
/// to all, searches the libraries that the object of address `caller` was linked with. Returns
/// nullptr if there is none, or only `self`.
void* Behind(const char* name, const void* self, const void* caller) {
  // dlsym must not be a tail call: RTLD_NEXT searches after the object of the return address.
  if (void* const next = dlsym(RTLD_NEXT, name)) return next;
  Dl_info from{};
  if (dladdr(caller, &from) == 0) return nullptr;
  void* const object = dlopen(from.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (object == nullptr) return nullptr;
  void* const found = dlsym(object, name);
  dlclose(object);
  return found == self ? nullptr : found;
}

/// Keeps the library of address `found` loaded, whoever closes it, since entries keep the address.
void Pin(const void* found) {
  Dl_info from{};
  if (dladdr(found, &from) != 0) dlopen(from.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

}  // namespace

void* Find(const char* name, const void* self, const void* caller) {
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

}  // namespace colltune::intercept

/// Returns to libcolltune_mpi.so the definition of a function after this library's that is visible
/// to all; nullptr without one.
COLLTUNE_EXPORT void* colltune_next(const char* name) {
  return colltune::intercept::Behind(name, nullptr, nullptr);
}

using colltune::intercept::Word;

// Defines two entries: with counts of int, and with counts of MPI_Count (_c).
#define COLLTUNE_BOTH(COUNT, NAME) COLLTUNE_##COUNT(NAME) COLLTUNE_##COUNT(NAME##_c)

COLLTUNE_2(MPI_Init)
COLLTUNE_4(MPI_Init_thread)
COLLTUNE_0(MPI_Finalize)
COLLTUNE_1(mpi_init_f08_)
COLLTUNE_3(mpi_init_thread_f08_)
COLLTUNE_1(mpi_finalize_f08_)

#ifdef COLLTUNE_REVOKES
COLLTUNE_1(MPIX_Comm_revoke)
#endif

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
