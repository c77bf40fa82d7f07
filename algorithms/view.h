// Where the elements of a schedule's buffers lie in memory.
#ifndef COLLTUNE_ALGORITHMS_VIEW_H_
#define COLLTUNE_ALGORITHMS_VIEW_H_

#include <mpi.h>

#include <cstdint>
#include <utility>

#include "algorithms/schedule.h"

namespace colltune {

/// Memory as MPI's point-to-point calls take it.
class Piece {
 public:
  /// `items` of `type`; more than an int counts become one item of a type made for them.
  Piece(void* address, std::int64_t items, MPI_Datatype type);
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
  void* address_;
  int count_;
  MPI_Datatype type_;
  bool made_ = false;
};

/// The memory of one buffer. Does not own it, nor the arrays that it is told; they must outlive it.
class View {
 public:
  /// A buffer without elements.
  View() = default;

  /// Each element is `count` items of `type`, one behind the other.
  static View Uniform(void* base, std::int64_t count, MPI_Datatype type);

  /// Element e is the items [begins[i], begins[i+1]) for i = e mod `period`, one period behind the
  /// other. Requires begins[0] == 0.
  static View Joined(void* base, const std::int64_t* begins, int period, MPI_Datatype type);

  /// Element e is counts[e] items of `type` at base + displacements[e] extents, as the vector
  /// collectives have it.
  static View Scattered(void* base, const int* counts, const int* displacements, MPI_Datatype type);

  /// Element e is counts[e] items of types[e] at base + displacements[e] bytes (MPI_Alltoallw).
  static View Scattered(void* base, const int* counts, const int* displacements,
                        const MPI_Datatype* types);

  /// The elements of `block`. Requires that they lie in the buffer.
  Piece At(const Block& block) const;

  /// Their number of items. Requires a View that is not Scattered.
  std::int64_t Items(const Block& block) const;

  /// The bytes that `elements` elements take in all, and how many of them lie before the base
  /// (types may have a negative lower bound).
  struct Extent {
    std::int64_t before = 0;
    std::int64_t size = 0;
  };
  Extent Measure(std::int64_t elements) const;

  /// The same elements at another base.
  View MovedTo(void* base) const;

  /// The type of all items. Requires a View that is not Scattered.
  MPI_Datatype type() const { return type_; }

 private:
  char* Address(std::int64_t items) const { return base_ + items * extent_; }

  char* base_ = nullptr;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  MPI_Aint extent_ = 0;
  std::int64_t count_ = 0;
  const std::int64_t* begins_ = nullptr;
  int period_ = 0;
  const int* counts_ = nullptr;
  const int* displacements_ = nullptr;
  const MPI_Datatype* types_ = nullptr;
};

/// The extent of a type. Throws MpiError.
MPI_Aint TypeExtent(MPI_Datatype type);

/// The bytes of data in one item of a type. Throws MpiError.
std::int64_t TypeSize(MPI_Datatype type);

/// Whether items of the type lie in memory one behind the other, without holes.
bool IsDense(MPI_Datatype type);

/// Whether, besides, they lie there in the order in which MPI packs them, as all but derived types
/// surely do.
bool IsPacked(MPI_Datatype type);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_VIEW_H_
