#include "algorithms/view.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "algorithms/mpi/error.h"

namespace colltune {
namespace {

constexpr std::int64_t kMostItems = std::numeric_limits<int>::max();

/// One item that is `items` items of `type`: full chunks of what an int counts, and the rest.
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
  Check(PMPI_Type_size_x(type, &size));
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

Piece::Piece(void* address, std::int64_t items, MPI_Datatype type)
    : address_(address), count_(static_cast<int>(items)), type_(type) {
  if (items <= kMostItems) return;
  type_ = MakeLarge(items, type);
  count_ = 1;
  made_ = true;
}

View View::Uniform(void* base, std::int64_t count, MPI_Datatype type) {
  View view;
  view.base_ = static_cast<char*>(base);
  view.type_ = type;
  view.extent_ = TypeExtent(type);
  view.count_ = count;
  return view;
}

View View::Joined(void* base, const std::int64_t* begins, int period, MPI_Datatype type) {
  View view = Uniform(base, 0, type);
  view.begins_ = begins;
  view.period_ = period;
  return view;
}

View View::Scattered(void* base, const int* counts, const int* displacements, MPI_Datatype type) {
  View view = Uniform(base, 0, type);
  view.counts_ = counts;
  view.displacements_ = displacements;
  return view;
}

View View::Scattered(void* base, const int* counts, const int* displacements,
                     const MPI_Datatype* types) {
  View view;
  view.base_ = static_cast<char*>(base);
  view.extent_ = 1;
  view.counts_ = counts;
  view.displacements_ = displacements;
  view.types_ = types;
  return view;
}

std::int64_t View::Items(const Block& block) const {
  if (begins_ == nullptr) return block.count * count_;
  const auto begin = [this](std::int64_t e) {
    return e / period_ * begins_[period_] + begins_[e % period_];
  };
  return begin(block.first + block.count) - begin(block.first);
}

Piece View::At(const Block& block) const {
  if (block.count == 0) return {nullptr, 0, MPI_BYTE};  // of any buffer, also one without a type
  if (counts_ == nullptr) {
    const Block before{block.buffer, 0, block.first};
    return {Address(Items(before)), Items(block), type_};
  }
  const auto type = [this](std::int64_t e) { return types_ == nullptr ? type_ : types_[e]; };
  const std::int64_t first = block.first;
  if (block.count == 1) return {Address(displacements_[first]), counts_[first], type(first)};
  const auto n = static_cast<std::size_t>(block.count);
  std::vector<MPI_Aint> places(n);
  std::vector<MPI_Datatype> types(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t e = first + static_cast<std::int64_t>(i);
    places[i] = displacements_[e] * extent_;
    types[i] = type(e);
  }
  MPI_Datatype all = MPI_DATATYPE_NULL;
  Check(PMPI_Type_create_struct(static_cast<int>(n), counts_ + first, places.data(), types.data(),
                                &all));
  Check(PMPI_Type_commit(&all));
  return {base_, all};
}

View::Extent View::Measure(std::int64_t elements) const {
  const std::int64_t items = Items({Buffer::kScratch, 0, elements});
  if (items == 0) return {};
  MPI_Aint bound = 0;
  MPI_Aint extent = 0;
  Check(PMPI_Type_get_true_extent(type_, &bound, &extent));
  const std::int64_t last = (items - 1) * extent_;  // negative if the extent is
  const std::int64_t begin = bound + std::min<std::int64_t>(0, last);
  const std::int64_t end = bound + extent + std::max<std::int64_t>(0, last);
  return {-begin, end - begin};
}

View View::MovedTo(void* base) const {
  View moved = *this;
  moved.base_ = static_cast<char*>(base);
  return moved;
}

}  // namespace colltune
