#include "measure/operation_memory.h"

#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace colltune {
namespace {

#ifdef COLLTUNE_SMPI
void* Zeroes(std::size_t size) { return SMPI_SHARED_MALLOC(size); }
void Return(void* memory) { SMPI_SHARED_FREE(memory); }
#else
void* Zeroes(std::size_t size) { return std::calloc(size, 1); }
void Return(void* memory) { std::free(memory); }
#endif

}  // namespace

void OperationMemory::Free::operator()(std::byte* memory) const { Return(memory); }

OperationMemory::Memory OperationMemory::Allocate(std::size_t size) {
  Memory memory(static_cast<std::byte*>(Zeroes(size)));
  if (!memory) throw std::bad_alloc();
  return memory;
}

void OperationMemory::Reserve(std::int64_t bytes) {
  // One at least: MPICH takes two buffers at the same address, even at none, for aliased.
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1));
  if (size <= size_) return;
  send_.reset();
  receive_.reset();
  size_ = 0;
  send_ = Allocate(size);
  receive_ = Allocate(size);
  size_ = size;
}

}  // namespace colltune
