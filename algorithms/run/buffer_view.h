// Views of a schedule's buffers: the addresses and types of their elements in memory.
#ifndef COLLTUNE_ALGORITHMS_RUN_BUFFER_VIEW_H_
#define COLLTUNE_ALGORITHMS_RUN_BUFFER_VIEW_H_

#include <mpi.h>

#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "algorithms/schedule.h"
#include "algorithms/units.h"

namespace colltune {

/// The extent of a type. Throws MpiError.
MPI_Aint TypeExtent(MPI_Datatype type);

/// Returns the address of item `item` of a buffer of items of `type`. Throws MpiError.
inline void* ItemAddress(const void* base, std::int64_t item, MPI_Datatype type) {
  return static_cast<char*>(const_cast<void*>(base)) + item * TypeExtent(type);
}

/// The bytes of data in one item of a type. Throws MpiError.
std::int64_t TypeSize(MPI_Datatype type);

/// Whether items of the type lie in memory one behind the other, without holes.
bool IsDense(MPI_Datatype type);

/// Whether the type is dense and surely lies in memory in the order in which MPI packs it. Derived
/// types may have another order, and do not count.
bool IsPacked(MPI_Datatype type);

/// Whether a message into items of `type` should be received as packed bytes, and unpacked here.
/// UCX 1.13 under MPICH 4.0.2 takes some long messages of bytes for too long: messages into items
/// with holes whose size does not divide UCX's fragments.
bool IsFragile(MPI_Datatype type);

/// Address, number of items and type, as MPI's point-to-point calls take them.
class MpiSpan {
 public:
  /// Piece of `items` of `type`. More items than an int counts become one item of a new type.
  MpiSpan(void* address, std::int64_t items, MPI_Datatype type)
      : address_(address), count_(static_cast<int>(items)), type_(type) {
    if (items > std::numeric_limits<int>::max()) MakeOne(items);
  }
  /// Piece of one item of a committed type, which the piece frees.
  MpiSpan(void* address, MPI_Datatype made)
      : address_(address), count_(1), type_(made), made_(true) {}
  MpiSpan(MpiSpan&& other) noexcept
      : address_(other.address_),
        count_(other.count_),
        type_(other.type_),
        made_(std::exchange(other.made_, false)) {}
  MpiSpan& operator=(MpiSpan&&) = delete;
  ~MpiSpan() {
    if (made_) PMPI_Type_free(&type_);
  }

  void* address() const { return address_; }
  int count() const { return count_; }
  MPI_Datatype type() const { return type_; }

 private:
  void MakeOne(std::int64_t items);

  void* address_;
  int count_;
  MPI_Datatype type_;
  bool made_ = false;
};

/// Returns a message of all of `pieces`, one after the other, by a datatype of its own.
MpiSpan OnePiece(std::span<const MpiSpan> pieces);

/// Sizes and places of elements that differ in size. Owns none of its arrays.
class ElementTable {
 public:
  /// Element e is the items [begins[i], begins[i+1]) for i = e mod `period`, one period behind the
  /// other. begins[0] is 0.
  static ElementTable Joined(const std::int64_t* begins, int period) {
    ElementTable table;
    table.begins_ = begins;
    table.period_ = period;
    return table;
  }

  /// Element e is counts[e] items at displacements[e], in extents of the view's type, or in bytes
  /// if elements have types of their own (MPI_Alltoallw).
  static ElementTable Scattered(const int* counts, const int* displacements,
                                const MPI_Datatype* types = nullptr) {
    ElementTable table;
    table.counts_ = counts;
    table.displacements_ = displacements;
    table.types_ = types;
    return table;
  }
  /// Returns the same table for MPI 4's large counts.
  static ElementTable Scattered(const MPI_Count* counts, const MPI_Aint* displacements,
                                const MPI_Datatype* types = nullptr) {
    ElementTable table;
    table.large_counts_ = counts;
    table.large_displacements_ = displacements;
    table.types_ = types;
    return table;
  }

  bool is_scattered() const { return counts_ != nullptr || large_counts_ != nullptr; }

  /// Returns the first item of element e of a joined table.
  std::int64_t Begin(std::int64_t e) const {
    return e / period_ * begins_[period_] + begins_[e % period_];
  }

  // Return the number of items of element e of a scattered table, and its displacement.
  std::int64_t Count(std::int64_t e) const { return counts_ ? counts_[e] : large_counts_[e]; }
  std::int64_t Displacement(std::int64_t e) const {
    return displacements_ ? displacements_[e] : large_displacements_[e];
  }
  const MPI_Datatype* types() const { return types_; }

 private:
  const std::int64_t* begins_ = nullptr;
  int period_ = 0;
  const int* counts_ = nullptr;
  const int* displacements_ = nullptr;
  const MPI_Count* large_counts_ = nullptr;
  const MPI_Aint* large_displacements_ = nullptr;
  const MPI_Datatype* types_ = nullptr;
};

/// Memory of one buffer. Owns neither the memory nor the table, which must outlive the view. Small,
/// as each call makes three views.
class BufferView {
 public:
  /// A buffer without elements.
  BufferView() = default;

  /// Buffer whose elements are `count` items of `type`, one behind the other.
  BufferView(void* base, std::int64_t count, MPI_Datatype type)
      : base_(static_cast<char*>(base)), type_(type), count_(count) {}

  /// Buffer with the elements of a table; `type` is of no use if elements have types of their own.
  BufferView(void* base, const ElementTable* table, MPI_Datatype type)
      : base_(static_cast<char*>(base)), type_(type), table_(table) {}

  /// Returns the elements of `block`. Requires that the elements lie in the buffer.
  MpiSpan At(const Block& block) const {
    if (block.count == 0) return {nullptr, 0, MPI_BYTE};  // of any buffer, also one without a type
    if (IsScattered()) return Apart(block);
    return {Address(block), Items(block), type_};
  }

  /// Returns the address of `block`. Requires a View that is not scattered.
  void* Address(const Block& block) const {
    // Avoids the extent, a call of MPI, for the many messages of a whole buffer.
    const std::int64_t before = block.first == 0 ? 0 : Items({block.buffer, 0, block.first});
    return before == 0 ? base_ : base_ + before * TypeExtent(type_);
  }

  /// Returns the number of items of `block`. Requires a View that is not scattered.
  std::int64_t Items(const Block& block) const {
    if (table_ == nullptr) return block.count * count_;
    return table_->Begin(block.first + block.count) - table_->Begin(block.first);
  }

  /// Bytes that `elements` elements take in all, and how many of these lie before the base (types
  /// may have a negative lower bound).
  struct Extent {
    std::int64_t before = 0;
    std::int64_t size = 0;
  };
  Extent Measure(std::int64_t elements) const;

  /// Returns the same elements at another base.
  BufferView MovedTo(void* base) const {
    BufferView moved = *this;
    moved.base_ = static_cast<char*>(base);
    return moved;
  }

  /// Returns the size of an element, of the mean one where they differ; 0 without a type. `ranks`:
  /// the elements of a table.
  Bytes ElementSize(int ranks) const;

  /// Returns the size of the largest element; 0 without a type. `ranks`: as above.
  Bytes LargestElement(int ranks) const;

  /// Whether all elements are of one size. `ranks`: the elements of a table.
  bool HasEqualElements(int ranks) const;

  /// Whether an element is of a type that IsFragile tells of. `ranks`: the elements of a table.
  bool HasFragile(int ranks) const;

  /// Whether elements may lie apart, so that several take a datatype made for them.
  bool IsScattered() const { return table_ != nullptr && table_->is_scattered(); }

  /// The type of an element's items.
  MPI_Datatype TypeOf(std::int64_t element) const {
    const bool own = table_ != nullptr && table_->types() != nullptr;
    return own ? table_->types()[element] : type_;
  }

  /// The type of all items. Requires a View that is not scattered.
  MPI_Datatype type() const { return type_; }

 private:
  MpiSpan Apart(const Block& block) const;

  /// Returns the bytes of element `e` of a table.
  std::int64_t SizeOf(int e) const;

  char* base_ = nullptr;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  std::int64_t count_ = 0;
  const ElementTable* table_ = nullptr;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_BUFFER_VIEW_H_
