// Buffers of operations that are timed.
#ifndef COLLTUNE_MEASURE_OPERATION_OPERATION_MEMORY_H_
#define COLLTUNE_MEASURE_OPERATION_OPERATION_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>

namespace colltune::measure {

/// Memory that operations share, one after another. It is zero until an operation writes into it.
class OperationMemory {
 public:
  enum class Content : unsigned char {
    kMatters,
    /// For measuring times only: in the simulator all ranks share the same pages then, so that
    /// messages need not be copied. Elsewhere it makes no difference.
    kMeansNothing,
  };

  explicit OperationMemory(Content content = Content::kMatters) : content_(content) {}

  /// Allocates at least `bytes` to send from, and as many to receive into. Throws std::bad_alloc.
  void Reserve(std::int64_t bytes);

  std::byte* send() { return send_.get(); }
  std::byte* receive() { return receive_.get(); }

 private:
  using Memory = std::unique_ptr<std::byte, void (*)(std::byte*)>;

  static Memory Allocate(std::size_t size, Content content);

  Content content_;
  Memory send_{nullptr, nullptr};
  Memory receive_{nullptr, nullptr};
  std::size_t size_ = 0;
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_OPERATION_OPERATION_MEMORY_H_
