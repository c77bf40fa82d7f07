// The preloaded library: defines MPI's names, and forwards their calls.
//
// Every process of a job inherits a preload: shells, compilers, programs of other MPI libraries
// than the one that colltune was built for. So nothing here needs an MPI library or reads an
// argument. libcolltune_mpi.so does both, and is loaded at the first call if the process uses its
// MPI library. Otherwise calls are forwarded to the functions that would run without colltune.
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <atomic>
#include <initializer_list>

#include "algorithms/mpi_libraries/mpi_libraries.h"
#include "tuner/intercept/entry.h"
#include "tuner/intercept/export.h"
#include "tuner/intercept/mpi_library.h"  // of libcolltune_mpi.so: kMpiLibrary, COLLTUNE_REVOKES

namespace colltune::intercept {
namespace {

void* implementation = nullptr;  ///< libcolltune_mpi.so, where it is loaded
bool is_silent = false;          ///< COLLTUNE_DISABLE is 1, or a warning was printed
/// Library in which the last name was found behind this library.
constinit std::atomic<void*> last_library{};

/// Returns whether this process prints warnings for all ranks, which would all print the same: on
/// rank 0, and on every rank if the launcher does not tell ranks apart.
bool SpeaksForAll() {
  const char* const rank = RankByLauncher(getenv);
  return rank == nullptr || strcmp(rank, "0") == 0;
}

/// Prints at most one warning for each job: `what`, a path, and why it matters.
[[gnu::cold]] void Warn(const char* what, const char* path, const char* why) {
  if (is_silent) return;
  is_silent = true;
  if (!SpeaksForAll()) return;
  char text[8192];
  snprintf(text, sizeof text, "%s%s%s", what, path, why);
  for (char* at = text; *at != '\0'; ++at) {  // paths may hold anything
    if (*at < ' ' || *at > '~') *at = '?';
  }
  fprintf(stderr, "colltune: warning: %s; using the MPI library's own collectives\n", text);
}

/// Loads libcolltune_mpi.so from this library's folder if this process uses its MPI library, and
/// COLLTUNE_DISABLE is not 1.
void LoadImplementation() {
  const char* const disabled = getenv("COLLTUNE_DISABLE");
  is_silent = disabled != nullptr && strcmp(disabled, "1") == 0;
  if (is_silent) return;
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
  if (implementation == nullptr) Warn("", dlerror(), "");
}

/// Returns the definition of `name` in the library at `path`, if it is loaded, or in libraries that
/// it was linked with; nullptr if there is none, or only `self`.
void* In(const char* path, const char* name, const void* self) {
  void* const object = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  if (object == nullptr) return nullptr;
  void* const found = dlsym(object, name);
  dlclose(object);
  return found == self ? nullptr : found;
}

/// Returns the definition of `name` that a program would call without colltune. If none is visible
/// to all, searches the libraries that the object of address `caller` was linked with. Returns
/// nullptr if there is none, or only `self`.
void* Behind(const char* name, const void* self, const void* caller) {
  // dlsym must not be a tail call: RTLD_NEXT searches after the object of the return address.
  if (void* const next = dlsym(RTLD_NEXT, name)) return next;
  Dl_info from{};
  return dladdr(caller, &from) == 0 ? nullptr : In(from.dli_fname, name, self);
}

/// Returns the definition of `name` in the library that had the last name, else in any library of
/// this process. A function that ends with an MPI call may jump to it: `Behind` then sees its
/// caller instead, which need not be linked with MPI. mpi4py 4 ends so with MPI_Finalize.
void* Elsewhere(const char* name, const void* self) {
  if (void* const library = last_library.load()) {
    if (void* const found = dlsym(library, name)) return found;
  }
  void* const program = dlopen(nullptr, RTLD_LAZY);
  link_map* object = nullptr;
  if (dlinfo(program, RTLD_DI_LINKMAP, &object) != 0) return nullptr;
  for (; object != nullptr; object = object->l_next) {
    if (void* const found = In(object->l_name, name, self)) return found;
  }
  return nullptr;
}

/// Keeps the library of address `found` loaded, whoever closes it, since entries keep the address.
/// Returns the library, and its path as `path`.
void* Pin(const void* found, const char*& path) {
  Dl_info from{};
  if (dladdr(found, &from) == 0) return nullptr;
  path = from.dli_fname;
  return dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

}  // namespace

void* Find(const char* name, const void* self, const void* caller) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, LoadImplementation);
  const char* path = "";
  if (implementation != nullptr) {
    if (void* const found = dlsym(implementation, name)) {
      Pin(found, path);
      return found;
    }
  }
  void* found = Behind(name, self, caller);
  if (found == nullptr) found = Elsewhere(name, self);
  if (found == nullptr) {
    fprintf(stderr, "colltune: no library of this process defines %s\n", name);
    abort();
  }
  last_library = Pin(found, path);
  if (implementation == nullptr) {
    Warn("this program runs ", path, ", and colltune was built for another MPI library");
  } else {
    Warn("libcolltune_mpi.so does not define ", name, ", which this program calls");
  }
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
