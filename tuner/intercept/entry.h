// Defines MPI's names in the preloaded library.
//
// Arguments and results are integers and pointers. In the calling conventions of x86-64, AArch64,
// POWER and 64-bit RISC-V, each takes one register or stack slot, whatever its size.
#ifndef COLLTUNE_TUNER_INTERCEPT_ENTRY_H_
#define COLLTUNE_TUNER_INTERCEPT_ENTRY_H_

#include <atomic>
#include <cstdint>

#include "tuner/intercept/export.h"

namespace colltune::intercept {

using Word = std::uint64_t;
static_assert(sizeof(void*) == sizeof(Word));

/// Returns the function to which calls of `name` are forwarded. `self` is this library's entry of
/// that name, `caller` an address in the calling library. Aborts if no library defines `name`.
[[gnu::cold, gnu::noinline]] void* Find(const char* name, const void* self, const void* caller);

}  // namespace colltune::intercept

// NOLINTBEGIN(bugprone-macro-parentheses): lists of parameters
#define COLLTUNE_ENTRY(NAME, PARAMETERS, ARGUMENTS)                                          \
  COLLTUNE_EXPORT colltune::intercept::Word NAME PARAMETERS {                                \
    using Function = colltune::intercept::Word(*) PARAMETERS;                                \
    static constinit std::atomic<Function> kept{};                                           \
    Function function = kept.load(std::memory_order_relaxed);                                \
    if (function == nullptr) [[unlikely]] {                                                  \
      const void* const caller = __builtin_return_address(0);                                \
      void* const self = reinterpret_cast<void*>(&NAME);                                     \
      function = reinterpret_cast<Function>(colltune::intercept::Find(#NAME, self, caller)); \
      kept.store(function, std::memory_order_relaxed);                                       \
    }                                                                                        \
    return function ARGUMENTS;                                                               \
  }
// NOLINTEND(bugprone-macro-parentheses)

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
#define COLLTUNE_10(NAME)                                                                          \
  COLLTUNE_ENTRY(NAME,                                                                             \
                 (Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i, Word j), \
                 (a, b, c, d, e, f, g, h, i, j))

#endif  // COLLTUNE_TUNER_INTERCEPT_ENTRY_H_
