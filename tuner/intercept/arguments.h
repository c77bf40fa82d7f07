// Describes and checks the arguments of an intercepted call without performing it.
#ifndef COLLTUNE_TUNER_INTERCEPT_ARGUMENTS_H_
#define COLLTUNE_TUNER_INTERCEPT_ARGUMENTS_H_

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "algorithms/run/buffer_view.h"
#include "algorithms/run/calls.h"
#include "tuner/intercept/call_cache.h"
#include "tuner/intercept/communicator_entry.h"
#include "tuner/intercept/named_types.h"

namespace colltune::intercept {

/// Blocks of data as one rank's arguments describe them.
struct Data {
  const void* buffer;
  Count count;  ///< items in each block
  MPI_Datatype type;
};

/// Returns whether the size of the blocks is defined: a count of at least 0 and a type.
inline bool HasSize(const Data& data) { return data.count >= 0 && data.type != MPI_DATATYPE_NULL; }

/// Returns the key of a call with these arguments; none if they are invalid. A size of more bytes
/// than 64 bits count becomes the largest one, for which the rule is "too large".
[[gnu::always_inline]] inline std::optional<Key> KeyOf(const KeyArguments& arguments,
                                                       const CommunicatorEntry& on) {
  const auto& [count, type, root] = arguments;
  if (!on.HasRank(root) || count < 0 || type == MPI_DATATYPE_NULL) return std::nullopt;
  const std::int64_t named = OwnTypes().SizeOf(type);
  const bool is_named = named != NamedTypes::kUnknown;
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(count, is_named ? named : TypeSize(type), &bytes)) {
    bytes = std::numeric_limits<std::int64_t>::max();
  }
  return Key{Bytes{bytes}, root, is_named};
}

/// Returns whether a type may be used in messages. MPI tells only by trying: sends one item to
/// MPI_PROC_NULL on `comm`, where errors return.
inline bool IsCommitted(MPI_Datatype type, MPI_Comm comm) {
  static const char kSomewhere = 0;
  return IsPacked(type) || PMPI_Send(&kSomewhere, 1, type, MPI_PROC_NULL, 0, comm) == MPI_SUCCESS;
}

/// Returns whether a rank could send or receive the blocks, as far as the arguments tell:
///  - The buffer is not MPI_IN_PLACE.
///  - The type is committed.
///  - The buffer is not null, unless there are no items or the type may hold absolute addresses.
/// Requires HasSize.
inline bool IsUsable(const Data& data, MPI_Comm comm) {
  return data.buffer != MPI_IN_PLACE && IsCommitted(data.type, comm) &&
         (data.buffer != nullptr || data.count == 0 || !IsPacked(data.type));
}

/// Returns whether the library would refuse two blocks as aliased. Blocks without data are never
/// aliased: in a valid program other ranks may still have data.
inline bool AreAliased(const Data& a, const Data& b) {
  return a.buffer == b.buffer && a.type == b.type && a.count > 0 && b.count > 0;
}

/// Returns whether `side` may be the other buffer of a call: it is MPI_IN_PLACE, or usable and not
/// aliased with `block`, the block with which the library compares it. Requires a usable `block`.
inline bool SuitsBeside(const Data& block, const Data& side, MPI_Comm comm) {
  return side.buffer == MPI_IN_PLACE ||
         (HasSize(side) && IsUsable(side, comm) && !AreAliased(side, block));
}

/// Returns the address that MPICH computes for an item when it looks for aliases: as if types had
/// no holes.
inline const void* ItemWithoutHoles(const void* buffer, std::uintptr_t item, MPI_Datatype type) {
  // Unsigned arithmetic: the address is only compared, may lie anywhere, and MPI_BOTTOM is null.
  const std::uintptr_t offset = item * static_cast<std::uintptr_t>(ItemSize(type));
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(buffer) + offset);
}

/// Returns one rank's block of equal blocks that lie one after the other.
inline Data BlockOf(Rank rank, const Data& blocks) {
  const std::uintptr_t item =
      static_cast<std::uintptr_t>(rank) * static_cast<std::uintptr_t>(blocks.count);
  return {ItemWithoutHoles(blocks.buffer, item, blocks.type), blocks.count, blocks.type};
}

/// Returns one rank's block of blocks that lie at `places`, in items.
template <typename Counts, typename Places>
Data BlockOf(Rank rank, const Data& blocks, const Counts* counts, const Places* places) {
  const auto item = static_cast<std::uintptr_t>(places[rank]);
  return {ItemWithoutHoles(blocks.buffer, item, blocks.type), counts[rank], blocks.type};
}

/// Returns 1 if any of `ranks` blocks has items, else 0: a count for Data.
template <typename Counts>
Count AnyOf(const Counts* counts, int ranks) {
  return std::any_of(counts, counts + ranks, [](Counts count) { return count > 0; }) ? 1 : 0;
}

/// Returns whether `counts` is an array whose first `ranks` counts are at least 0.
template <typename Counts>
bool AreCounts(const Counts* counts, int ranks) {
  if (counts == nullptr) return false;
  for (int i = 0; i < ranks; ++i) {
    if (counts[i] < 0) return false;
  }
  return true;
}

/// Returns blocks with a count each as one Data, of 1 item if any block has items, else of 0.
/// Returns none where the blocks are not usable.
template <typename Counts, typename Places>
std::optional<Data> UsableBlocks(const void* buffer, const Counts* counts, const Places* places,
                                 int ranks, MPI_Datatype type, MPI_Comm comm) {
  if (type == MPI_DATATYPE_NULL || places == nullptr || !AreCounts(counts, ranks)) return {};
  const Data blocks{buffer, AnyOf(counts, ranks), type};
  return IsUsable(blocks, comm) ? std::optional(blocks) : std::nullopt;
}

/// Returns the mean size of `ranks` blocks in bytes, rounded down, for items of `each` bytes; the
/// largest Count where that overflows. Requires AreCounts.
template <typename Counts>
Count MeanOf(const Counts* counts, int ranks, std::int64_t each) {
  Count sum = 0;
  for (int i = 0; i < ranks; ++i) {
    if (__builtin_add_overflow(sum, counts[i], &sum)) return std::numeric_limits<Count>::max();
  }
  return __builtin_mul_overflow(sum, each, &sum) ? std::numeric_limits<Count>::max() : sum / ranks;
}

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_ARGUMENTS_H_
