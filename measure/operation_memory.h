// The buffers of operations that are timed.
#ifndef COLLTUNE_MEASURE_OPERATION_MEMORY_H_
#define COLLTUNE_MEASURE_OPERATION_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>

namespace colltune {

/// Memory that operations share, one after another. It is zero until they write into it. In the
/// simulator all ranks have the same pages: their content means nothing to a clock, and messages
/// between them need not be copied.
class OperationMemory {
 public:
  /// At least `bytes` to send from, and as many to receive into. Throws std::bad_alloc.
  void Reserve(std::int64_t bytes);

  std::byte* send() { return send_.get(); }
  std::byte* receive() { return receive_.get(); }

 private:
  struct Free {
    void operator()(std::byte* memory) const;
  };
  using Memory = std::unique_ptr<std::byte, Free>;

  static Memory Allocate(std::size_t size);

  Memory send_;
  Memory receive_;
  std::size_t size_ = 0;
};

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_OPERATION_MEMORY_H_
