// Where the elements of a schedule's buffers lie in memory.
#ifndef COLLTUNE_ALGORITHMS_RUN_VIEW_H_
#define COLLTUNE_ALGORITHMS_RUN_VIEW_H_

#include <mpi.h>

#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "algorithms/schedule.h"

namespace colltune {

/// The extent of a type. Throws MpiError.
MPI_Aint TypeExtent(MPI_Datatype type);

/// Where item `item` of a buffer of items of a type begins. Throws MpiError.
inline void* ItemAddress(const void* base, std::int64_t item, MPI_Datatype type) {
  return static_cast<char*>(const_cast<void*>(base)) + item * TypeExtent(type);
}

/// The bytes of data in one item of a type. Throws MpiError.
std::int64_t TypeSize(MPI_Datatype type);

/// Whether items of the type lie in memory one behind the other, without holes.
bool IsDense(MPI_Datatype type);

/// Whether, besides, they lie there in the order in which MPI packs them, as all but derived types
/// surely do.
bool IsPacked(MPI_Datatype type);

/// Whether a message should be received as packed bytes, and unpacked here. UCX 1.13 under MPICH
/// 4.0.2 takes a long message of bytes for one that is too long where it is received into items
/// with holes whose size does not divide its fragments.
bool IsFragile(MPI_Datatype type);

/// Memory as MPI's point-to-point calls take it.
class Piece {
 public:
  /// `items` of `type`; more than an int counts become one item of a type made for them.
  Piece(void* address, std::int64_t items, MPI_Datatype type)
      : address_(address), count_(static_cast<int>(items)), type_(type) {
    if (items > std::numeric_limits<int>::max()) MakeOne(items);
  }
  /// One item of a committed type, which this frees.
  Piece(void* address, MPI_Datatype made)
      : address_(address), count_(1), type_(made), made_(true) {}
  Piece(Piece&& other) noexcept
      : address_(other.address_),
        count_(other.count_),
        type_(other.type_),
        made_(std::exchange(other.made_, false)) {}
  Piece& operator=(Piece&&) = delete;
  ~Piece() {
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

/// A message of all of `pieces`, one after the other, by a datatype of its own.
Piece OnePiece(std::span<const Piece> pieces);

/// Where elements lie that differ in size. Owns none of its arrays.
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
  /// The same, as MPI 4 has them for large counts.
  static ElementTable Scattered(const MPI_Count* counts, const MPI_Aint* displacements,
                                const MPI_Datatype* types = nullptr) {
    ElementTable table;
    table.large_counts_ = counts;
    table.large_displacements_ = displacements;
    table.types_ = types;
    return table;
  }

  bool is_scattered() const { return counts_ != nullptr || large_counts_ != nullptr; }

  /// Of a joined one.
  std::int64_t Begin(std::int64_t e) const {
    return e / period_ * begins_[period_] + begins_[e % period_];
  }

  // Of a scattered one.
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

/// The memory of one buffer. Does not own it, nor the table that it is told; they must outlive it.
/// Small, as each call makes three.
class View {
 public:
  /// A buffer without elements.
  View() = default;

  /// Each element is `count` items of `type`, one behind the other.
  View(void* base, std::int64_t count, MPI_Datatype type)
      : base_(static_cast<char*>(base)), type_(type), count_(count) {}

  /// The elements of a table; `type` is of no use if they have their own.
  View(void* base, const ElementTable* table, MPI_Datatype type)
      : base_(static_cast<char*>(base)), type_(type), table_(table) {}

  /// The elements of `block`. Requires that they lie in the buffer.
  Piece At(const Block& block) const {
    if (block.count == 0) return {nullptr, 0, MPI_BYTE};  // of any buffer, also one without a type
    if (IsScattered()) return Apart(block);
    return {Address(block), Items(block), type_};
  }

  /// Where they begin. Requires a View that is not scattered.
  void* Address(const Block& block) const {
    // The extent costs a call of MPI, which the many messages of a whole buffer need not pay.
    const std::int64_t before = block.first == 0 ? 0 : Items({block.buffer, 0, block.first});
    return before == 0 ? base_ : base_ + before * TypeExtent(type_);
  }

  /// Their number of items. Requires a View that is not scattered.
  std::int64_t Items(const Block& block) const {
    if (table_ == nullptr) return block.count * count_;
    return table_->Begin(block.first + block.count) - table_->Begin(block.first);
  }

  /// The bytes that `elements` elements take in all, and how many of them lie before the base
  /// (types may have a negative lower bound).
  struct Extent {
    std::int64_t before = 0;
    std::int64_t size = 0;
  };
  Extent Measure(std::int64_t elements) const;

  /// The same elements at another base.
  View MovedTo(void* base) const {
    View moved = *this;
    moved.base_ = static_cast<char*>(base);
    return moved;
  }

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
  Piece Apart(const Block& block) const;

  char* base_ = nullptr;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  std::int64_t count_ = 0;
  const ElementTable* table_ = nullptr;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_RUN_VIEW_H_
