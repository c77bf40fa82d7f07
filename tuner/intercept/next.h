// Finds the functions that a program would call without colltune.
#ifndef COLLTUNE_TUNER_INTERCEPT_NEXT_H_
#define COLLTUNE_TUNER_INTERCEPT_NEXT_H_

#include <dlfcn.h>
#include <mpi.h>

#include <atomic>

namespace colltune::intercept {

/// Returns the function `name` that the dynamic linker finds after colltune's: another profiler's,
/// or the MPI library's own. Returns `own` where the linker finds none. If libcolltune.so has
/// loaded this library, the search begins after libcolltune.so instead.
template <typename Function>
[[gnu::cold, gnu::noinline]] Function* Next(const char* name, Function* own) noexcept {
  using Ask = void*(const char*);
  auto* const ask = reinterpret_cast<Ask*>(dlsym(RTLD_DEFAULT, "colltune_next"));
  void* const found = ask == nullptr ? dlsym(RTLD_NEXT, name) : ask(name);
  return found == nullptr ? own : reinterpret_cast<Function*>(found);
}

}  // namespace colltune::intercept

/// The Next of FUNCTION. The search runs at the first call only, or twice if two threads race.
#define COLLTUNE_NEXT_OF(FUNCTION)                               \
  ([]() noexcept {                                               \
    static constinit std::atomic<decltype(&P##FUNCTION)> kept{}; \
    auto* next = kept.load(std::memory_order_relaxed);           \
    if (next == nullptr) [[unlikely]] {                          \
      next = colltune::intercept::Next(#FUNCTION, &P##FUNCTION); \
      kept.store(next, std::memory_order_relaxed);               \
    }                                                            \
    return next;                                                 \
  }())

/// The Next of MPI_NAME.
#define COLLTUNE_NEXT(NAME) COLLTUNE_NEXT_OF(MPI_##NAME)

#endif  // COLLTUNE_TUNER_INTERCEPT_NEXT_H_
