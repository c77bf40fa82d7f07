// What a program would call without us.
#ifndef COLLTUNE_TUNER_INTERCEPT_NEXT_H_
#define COLLTUNE_TUNER_INTERCEPT_NEXT_H_

#include <dlfcn.h>
#include <mpi.h>

#include <atomic>

namespace colltune::intercept {

/// The definition of a function that the linker finds behind ours: another profiler's, or the MPI
/// library's own; `own` where it finds none. Ours are where libcolltune.so is, if it has loaded
/// this library.
template <typename Function>
[[gnu::cold, gnu::noinline]] Function* Next(const char* name, Function* own) noexcept {
  using Ask = void*(const char*);
  auto* const ask = reinterpret_cast<Ask*>(dlsym(RTLD_DEFAULT, "colltune_next"));
  void* const found = ask == nullptr ? dlsym(RTLD_NEXT, name) : ask(name);
  return found == nullptr ? own : reinterpret_cast<Function*>(found);
}

}  // namespace colltune::intercept

/// That of FUNCTION, which is looked for once, or by two threads at a time.
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

/// That of MPI_NAME.
#define COLLTUNE_NEXT(NAME) COLLTUNE_NEXT_OF(MPI_##NAME)

#endif  // COLLTUNE_TUNER_INTERCEPT_NEXT_H_
