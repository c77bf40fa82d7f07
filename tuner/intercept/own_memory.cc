#include "tuner/intercept/own_memory.h"

#include <link.h>
#include <sys/auxv.h>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace colltune::intercept {
namespace {

constexpr std::uintptr_t kNowhere = std::numeric_limits<std::uintptr_t>::max();

struct Program {
  std::uintptr_t begin = kNowhere;
  bool is_first = true;
  bool is_alone = true;  // no other object lies between it and the heap's end
};

/// Visits one loaded object; the first one is the program.
int Visit(dl_phdr_info* object, std::size_t, void* into) {
  auto& program = *static_cast<Program*>(into);
  std::uintptr_t begin = kNowhere;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    if (segment.p_type == PT_LOAD) begin = std::min(begin, object->dlpi_addr + segment.p_vaddr);
  }
  if (program.is_first) {
    program.begin = begin;
  } else if (begin >= program.begin && begin < reinterpret_cast<std::uintptr_t>(__curbrk)) {
    program.is_alone = false;  // for example if the loader was started with the program's name
  }
  program.is_first = false;
  return 0;
}

}  // namespace

OwnMemory::OwnMemory() : data_begin_(kNowhere), stack_begin_(kNowhere) {
  if (&__curbrk != nullptr) {
    Program program;
    dl_iterate_phdr(Visit, &program);
    if (program.is_alone) data_begin_ = program.begin;
  }
  // AT_RANDOM: 16 bytes that the kernel puts at the end of the first thread's stack.
  if (const std::uintptr_t end = getauxval(AT_RANDOM); end > kStack) stack_begin_ = end - kStack;
}

}  // namespace colltune::intercept
