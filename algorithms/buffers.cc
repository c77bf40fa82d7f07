#include "algorithms/buffers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace colltune {
namespace {

enum class Who : unsigned char { kNobody, kAll, kRoot, kNotFirst };
enum class Length : unsigned char { kBlock, kBlocks };
enum class InPlace : unsigned char { kNever, kAll, kRoot };
enum class Sizes : unsigned char { kEqual, kPerRank, kPerPair };

struct Row {
  Who has_input;
  Length input;
  Who has_output;
  Length output;
  InPlace in_place;
  Sizes sizes;
};

constexpr Row kScatterRow = {Who::kRoot,     Length::kBlocks, Who::kAll,
                             Length::kBlock, InPlace::kRoot,  Sizes::kEqual};
constexpr Row kGatherRow = {Who::kAll,       Length::kBlock, Who::kRoot,
                            Length::kBlocks, InPlace::kRoot, Sizes::kEqual};
constexpr Row kAllgatherRow = {Who::kAll,       Length::kBlock, Who::kAll,
                               Length::kBlocks, InPlace::kAll,  Sizes::kEqual};
constexpr Row kAlltoallRow = {Who::kAll,       Length::kBlocks, Who::kAll,
                              Length::kBlocks, InPlace::kAll,   Sizes::kEqual};
constexpr Row kReduceScatterRow = {Who::kAll,      Length::kBlocks, Who::kAll,
                                   Length::kBlock, InPlace::kAll,   Sizes::kEqual};
constexpr Row kAllreduceRow = {Who::kAll,      Length::kBlock, Who::kAll,
                               Length::kBlock, InPlace::kAll,  Sizes::kEqual};

constexpr Row With(Row row, Sizes sizes) {
  row.sizes = sizes;
  return row;
}

constexpr Row With(Row row, Who has_output, InPlace in_place) {
  row.has_output = has_output;
  row.in_place = in_place;
  return row;
}

// Rows in the order of the enum Collective.
constexpr std::array<Row, kCollectiveNames.size()> kRows = {
    Row{Who::kNobody, Length::kBlock, Who::kAll, Length::kBlock, InPlace::kNever,
        Sizes::kEqual},                               // bcast
    kScatterRow,                                      // scatter
    With(kScatterRow, Sizes::kPerRank),               // scatterv
    kGatherRow,                                       // gather
    With(kGatherRow, Sizes::kPerRank),                // gatherv
    With(kAllreduceRow, Who::kRoot, InPlace::kRoot),  // reduce
    kAllreduceRow,                                    // allreduce
    kAllgatherRow,                                    // allgather
    With(kAllgatherRow, Sizes::kPerRank),             // allgatherv
    kAlltoallRow,                                     // alltoall
    With(kAlltoallRow, Sizes::kPerPair),              // alltoallv
    With(kAlltoallRow, Sizes::kPerPair),              // alltoallw
    Row{Who::kNobody, Length::kBlock, Who::kNobody, Length::kBlock, InPlace::kNever,
        Sizes::kEqual},                                  // barrier
    kReduceScatterRow,                                   // reduce_scatter_block
    With(kReduceScatterRow, Sizes::kPerRank),            // reduce_scatter
    kAllreduceRow,                                       // scan
    With(kAllreduceRow, Who::kNotFirst, InPlace::kAll),  // exscan
};

const Row& RowOf(Collective collective) { return kRows[static_cast<std::size_t>(collective)]; }

bool Has(Who who, const Shape& shape, Rank rank) {
  switch (who) {
    case Who::kNobody:
      return false;
    case Who::kAll:
      return true;
    case Who::kRoot:
      return rank == shape.root;
    case Who::kNotFirst:
      return rank > 0;
  }
  return false;
}

}  // namespace

Buffers BuffersOf(Collective collective, const Shape& shape, Rank rank) {
  const Row& row = RowOf(collective);
  const auto length = [&](Who who, Length blocks) {
    return Has(who, shape, rank) ? shape.elements * (blocks == Length::kBlocks ? shape.ranks : 1)
                                 : 0;
  };
  Buffers buffers{.input = length(row.has_input, row.input),
                  .output = length(row.has_output, row.output),
                  .scratch = row.sizes != Sizes::kPerRank || row.in_place != InPlace::kRoot};
  buffers.slots = row.sizes == Sizes::kPerPair;
  buffers.shared = shape.in_place && (row.in_place == InPlace::kAll ||
                                      (row.in_place == InPlace::kRoot && rank == shape.root));
  // Puts the shorter buffer at this rank's block of the longer one. reduce_scatter instead leaves
  // its result at the beginning.
  if (buffers.shared && row.input != row.output && !Reduces(collective)) {
    (row.input == Length::kBlock ? buffers.input_at : buffers.output_at) = rank * shape.elements;
  }
  return buffers;
}

bool HasRoot(Collective collective) {
  const Row& row = RowOf(collective);
  return collective == Collective::kBcast || row.has_input == Who::kRoot ||
         row.has_output == Who::kRoot;
}

bool EndsAtRoot(Collective collective) { return RowOf(collective).has_output == Who::kRoot; }

bool KnowsSizes(Collective collective) {
  const Sizes sizes = RowOf(collective).sizes;
  return collective != Collective::kBarrier &&
         (sizes == Sizes::kEqual || (sizes == Sizes::kPerRank && !HasRoot(collective)));
}

std::int64_t SizeClass(Collective collective, const Shape& shape, Rank rank, Buffer buffer,
                       std::int64_t element) {
  const Row& row = RowOf(collective);
  if (row.sizes == Sizes::kEqual) return 0;
  if (buffer == Buffer::kSlots) return kAnySize;
  const Rank block = static_cast<Rank>(element % shape.ranks);
  if (row.sizes == Sizes::kPerRank) {
    const Length length = buffer == Buffer::kInput    ? row.input
                          : buffer == Buffer::kOutput ? row.output
                                                      : Length::kBlocks;
    return length == Length::kBlocks ? block : rank;
  }
  // Identifies the block that `from` sends to `to`. In place, the blocks of both directions are of
  // equal size.
  auto [from, to] = buffer == Buffer::kInput ? std::pair(rank, block) : std::pair(block, rank);
  if (shape.in_place && from > to) std::swap(from, to);
  return std::int64_t{from} * shape.ranks + to;
}

}  // namespace colltune
