// Memory that is certainly the host's, recognised by its address alone.
#ifndef COLLTUNE_TUNER_INTERCEPT_OWN_MEMORY_H_
#define COLLTUNE_TUNER_INTERCEPT_OWN_MEMORY_H_

#include <cstdint>

/// The heap's end, as the C library keeps it. sbrk(0) returns the same, but UCX replaces sbrk by a
/// function that takes 200 ns.
extern "C" void* __curbrk __attribute__((weak));  // NOLINT(bugprone-reserved-identifier)

namespace colltune::intercept {

/// The program's data, the heap that grows from its end, and the stack of its first thread, where
/// the kernel maps nothing else. Small buffers mostly lie there. Contains takes 1 ns, whereas
/// dl_iterate_phdr takes 50 ns or more to tell whether a library was loaded since the last call.
class OwnMemory {
 public:
  OwnMemory();

  bool Contains(const void* address) const {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return at - stack_begin_ < kStack ||
           (at >= data_begin_ && at < reinterpret_cast<std::uintptr_t>(__curbrk));
  }

 private:
  /// Linux keeps at least 128 MiB below the stack's end free of mappings (MIN_GAP of
  /// arch/x86/mm/mmap.c); a stack is of 8 MiB unless told otherwise.
  static constexpr std::uintptr_t kStack = std::uintptr_t{8} << 20;

  std::uintptr_t data_begin_;   // the program's begin; the highest address if not known
  std::uintptr_t stack_begin_;  // kStack below the stack's end; the highest address if not known
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_OWN_MEMORY_H_
