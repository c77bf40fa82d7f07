#include "measure/operation/operation_memory.h"

#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace colltune::measure {

OperationMemory::Memory OperationMemory::Allocate(std::size_t size,
                                                  [[maybe_unused]] Content content) {
#ifdef COLLTUNE_SMPI
  if (content == Content::kMeansNothing) {
    return {static_cast<std::byte*>(SMPI_SHARED_MALLOC(size)),
            [](std::byte* memory) { SMPI_SHARED_FREE(memory); }};
  }
#endif
  Memory memory(static_cast<std::byte*>(std::calloc(size, 1)),
                [](std::byte* allocated) { std::free(allocated); });
  if (!memory) throw std::bad_alloc();
#ifndef COLLTUNE_SMPI
  // Write to each page: unwritten pages all map to one zero page, which stays in the cache.
  constexpr std::size_t kPage = 4096;  // bytes; no page is smaller
  volatile std::byte* const pages = memory.get();
  for (std::size_t at = 0; at < size; at += kPage) pages[at] = std::byte{};
#endif
  return memory;
}

void OperationMemory::Reserve(std::int64_t bytes) {
  // Allocate one byte at least: MPICH takes two buffers at one address, even null, for aliased.
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1));
  if (size <= size_) return;
  send_.reset();
  receive_.reset();
  size_ = 0;
  send_ = Allocate(size, content_);
  receive_ = Allocate(size, content_);
  size_ = size;
}

}  // namespace colltune::measure
