// Memory that is the host's for certain, told from all other by its address alone.
#ifndef COLLTUNE_TUNER_INTERCEPT_OWN_MEMORY_H_
#define COLLTUNE_TUNER_INTERCEPT_OWN_MEMORY_H_

#include <cstdint>

/// The heap's end, as the C library keeps it. sbrk(0) says the same, but UCX puts a function of its
/// own in its place, which takes 200 ns.
extern "C" void* __curbrk __attribute__((weak));  // NOLINT(bugprone-reserved-identifier)

namespace colltune::intercept {

/// The program's data, the heap that grows behind it, and the stack of its first thread, where the
/// kernel maps nothing else. Small buffers are mostly there. To look takes 1 ns; to find out
/// whether a library was loaded since the last call takes 50 and more, by dl_iterate_phdr.
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

  std::uintptr_t data_begin_;   // the program's, or beyond all addresses
  std::uintptr_t stack_begin_;  // kStack before its end
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_OWN_MEMORY_H_
