#include "algorithms/run/buffer_view.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "algorithms/mpi/error.h"
#include "algorithms/out_of_memory.h"

namespace colltune {
namespace {

constexpr std::int64_t kMostItems = std::numeric_limits<int>::max();

/// Returns a type that is `items` items of `type`: full chunks of as many as an int counts, and the
/// rest.
MPI_Datatype MakeLarge(std::int64_t items, MPI_Datatype type) {
  MPI_Datatype chunk = MPI_DATATYPE_NULL;
  MPI_Datatype chunks = MPI_DATATYPE_NULL;
  MPI_Datatype rest = MPI_DATATYPE_NULL;
  const auto full = static_cast<int>(items / kMostItems);
  Check(PMPI_Type_contiguous(static_cast<int>(kMostItems), type, &chunk));
  Check(PMPI_Type_contiguous(full, chunk, &chunks));
  Check(PMPI_Type_contiguous(static_cast<int>(items % kMostItems), type, &rest));
  constexpr std::array<int, 2> kOnce = {1, 1};
  const std::array<MPI_Aint, 2> places = {0, full * kMostItems * TypeExtent(type)};
  const std::array<MPI_Datatype, 2> parts = {chunks, rest};
  MPI_Datatype all = MPI_DATATYPE_NULL;
  Check(PMPI_Type_create_struct(2, kOnce.data(), places.data(), parts.data(), &all));
  Check(PMPI_Type_commit(&all));
  for (MPI_Datatype* part : {&chunk, &chunks, &rest}) PMPI_Type_free(part);
  return all;
}

}  // namespace

MPI_Aint TypeExtent(MPI_Datatype type) {
  MPI_Aint bound = 0;
  MPI_Aint extent = 0;
  Check(PMPI_Type_get_extent(type, &bound, &extent));
  return extent;
}

std::int64_t TypeSize(MPI_Datatype type) {
  MPI_Count size = 0;
#if MPI_VERSION >= 4  // whose successors deprecate Type_size_x
  Check(PMPI_Type_size_c(type, &size));
#else
  Check(PMPI_Type_size_x(type, &size));
#endif
  return size;
}

bool IsDense(MPI_Datatype type) {
  MPI_Aint bound = 0;
  MPI_Aint extent = 0;
  Check(PMPI_Type_get_true_extent(type, &bound, &extent));
  const std::int64_t size = TypeSize(type);
  return bound == 0 && extent == size && TypeExtent(type) == size;
}

bool IsPacked(MPI_Datatype type) {
  int integers = 0;
  int addresses = 0;
  int types = 0;
  int combiner = MPI_COMBINER_NAMED;
  Check(PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner));
  return combiner == MPI_COMBINER_NAMED && IsDense(type);
}

bool IsFragile(MPI_Datatype type) {
  const std::int64_t size = TypeSize(type);
  return (size & (size - 1)) != 0 && !IsDense(type);
}

MpiSpan OnePiece(std::span<const MpiSpan> pieces) {
  std::vector<int> counts;
  std::vector<char*> addresses;
  std::vector<MPI_Aint> places;
  std::vector<MPI_Datatype> types;
  Allocate([&] {
    counts.reserve(pieces.size());
    addresses.reserve(pieces.size());
    places.reserve(pieces.size());
    types.reserve(pieces.size());
  });
  for (const MpiSpan& piece : pieces) {
    if (piece.count() == 0) continue;  // an empty piece has no address
    counts.push_back(piece.count());
    addresses.push_back(static_cast<char*>(piece.address()));
    types.push_back(piece.type());
  }
  if (counts.empty()) return {nullptr, 0, MPI_BYTE};
  char* const base = *std::ranges::min_element(addresses);
  for (const char* address : addresses) places.push_back(address - base);
  MPI_Datatype all = MPI_DATATYPE_NULL;
  Check(PMPI_Type_create_struct(static_cast<int>(counts.size()), counts.data(), places.data(),
                                types.data(), &all));
  Check(PMPI_Type_commit(&all));
  return {base, all};
}

void MpiSpan::MakeOne(std::int64_t items) {
  type_ = MakeLarge(items, type_);
  count_ = 1;
  made_ = true;
}

Bytes BufferView::ElementSize(int ranks) const {
  if (IsScattered()) {
    std::int64_t size = 0;
    for (int e = 0; e < ranks; ++e) size += SizeOf(e);
    return Bytes{size / ranks};
  }
  if (type_ == MPI_DATATYPE_NULL) return {};
  return Bytes{(table_ == nullptr ? count_ : table_->Begin(ranks) / ranks) * TypeSize(type_)};
}

Bytes BufferView::LargestElement(int ranks) const {
  if (table_ == nullptr) return ElementSize(ranks);
  std::int64_t largest = 0;
  for (int e = 0; e < ranks; ++e) largest = std::max(largest, SizeOf(e));
  return Bytes{largest};
}

bool BufferView::HasEqualElements(int ranks) const {
  if (table_ == nullptr) return true;
  for (int e = 1; e < ranks; ++e) {
    if (SizeOf(e) != SizeOf(0)) return false;
  }
  return true;
}

std::int64_t BufferView::SizeOf(int e) const {
  const std::int64_t items =
      IsScattered() ? table_->Count(e) : table_->Begin(e + 1) - table_->Begin(e);
  return items == 0 ? 0 : items * TypeSize(TypeOf(e));
}

bool BufferView::HasFragile(int ranks) const {
  if (table_ == nullptr || table_->types() == nullptr) {
    return type_ != MPI_DATATYPE_NULL && IsFragile(type_);
  }
  for (int e = 0; e < ranks; ++e) {
    if (table_->Count(e) > 0 && IsFragile(table_->types()[e])) return true;
  }
  return false;
}

MpiSpan BufferView::Apart(const Block& block) const {
  const MPI_Datatype* const types = table_->types();
  const std::int64_t extent = types != nullptr ? 1 : TypeExtent(type_);
  const auto piece = [&](std::int64_t e) {
    if (table_->Count(e) == 0) return MpiSpan(nullptr, 0, MPI_BYTE);
    return MpiSpan(base_ + table_->Displacement(e) * extent, table_->Count(e),
                   types != nullptr ? types[e] : type_);
  };
  if (block.count == 1) return piece(block.first);
  std::vector<MpiSpan> pieces;
  Allocate([&] { pieces.reserve(static_cast<std::size_t>(block.count)); });
  for (std::int64_t i = 0; i < block.count; ++i) pieces.push_back(piece(block.first + i));
  return OnePiece(pieces);
}

BufferView::Extent BufferView::Measure(std::int64_t elements) const {
  const std::int64_t items = Items({Buffer::kScratch, 0, elements});
  if (items == 0) return {};
  MPI_Aint bound = 0;
  MPI_Aint extent = 0;
  Check(PMPI_Type_get_true_extent(type_, &bound, &extent));
  const std::int64_t last = (items - 1) * TypeExtent(type_);  // negative if the extent is
  const std::int64_t begin = bound + std::min<std::int64_t>(0, last);
  const std::int64_t end = bound + extent + std::max<std::int64_t>(0, last);
  return {-begin, end - begin};
}

}  // namespace colltune
