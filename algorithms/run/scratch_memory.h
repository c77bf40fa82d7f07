// Memory that is kept from one call to the next.
#ifndef COLLTUNE_ALGORITHMS_RUN_SCRATCH_MEMORY_H_
#define COLLTUNE_ALGORITHMS_RUN_SCRATCH_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "algorithms/out_of_memory.h"

namespace colltune {

class Store {
 public:
  /// Returns at least `bytes` of memory, aligned for every type. Previous contents are lost if the
  /// memory has to grow. Throws OutOfMemory.
  std::byte* Reserve(std::int64_t bytes) {
    if (bytes > size_) {
      memory_.reset();  // first, as both memories together may be too much
      size_ = 0;
      memory_.reset(Allocate([=] { return new std::byte[static_cast<std::size_t>(bytes)]; }));
      size_ = bytes;
    }
    return memory_.get();
  }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::int64_t size_ = 0;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_SCRATCH_MEMORY_H_
