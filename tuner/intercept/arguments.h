// What can be said of the arguments of a call without performing it.
#ifndef COLLTUNE_TUNER_INTERCEPT_ARGUMENTS_H_
#define COLLTUNE_TUNER_INTERCEPT_ARGUMENTS_H_

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "algorithms/run/calls.h"
#include "algorithms/run/view.h"
#include "tuner/intercept/communicator_entry.h"
#include "tuner/intercept/known_calls.h"
#include "tuner/intercept/named_types.h"

namespace colltune::intercept {

/// Blocks of data as a rank describes them.
struct Data {
  const void* buffer;
  Count count;  ///< items of a block
  MPI_Datatype type;
};

/// Whether they have a size.
inline bool HasSize(const Data& data) { return data.count >= 0 && data.type != MPI_DATATYPE_NULL; }

/// The key of a call with such arguments, if they are valid. What does not fit counts as more than
/// any rule has.
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

/// Whether a type may be used in messages. MPI tells only by trying: one is sent to nobody, on
/// `comm`, where errors return.
inline bool IsCommitted(MPI_Datatype type, MPI_Comm comm) {
  static const char kSomewhere = 0;
  return IsPacked(type) || PMPI_Send(&kSomewhere, 1, type, MPI_PROC_NULL, 0, comm) == MPI_SUCCESS;
}

/// Whether a rank could send them or receive them, as far as is seen from here: no null pointer,
/// but for types that have addresses of their own. Requires HasSize.
inline bool IsUsable(const Data& data, MPI_Comm comm) {
  return data.buffer != MPI_IN_PLACE && IsCommitted(data.type, comm) &&
         (data.buffer != nullptr || data.count == 0 || !IsPacked(data.type));
}

/// Whether the library would say that they are the same memory. Without data they never are: other
/// ranks of a valid program may have some.
inline bool AreAliased(const Data& a, const Data& b) {
  return a.buffer == b.buffer && a.type == b.type && a.count > 0 && b.count > 0;
}

/// Whether a side may stand beside another one, which is usable: in place, or in other memory
/// than `block`, which is what the library compares it with.
inline bool SuitsBeside(const Data& block, const Data& side, MPI_Comm comm) {
  return side.buffer == MPI_IN_PLACE ||
         (HasSize(side) && IsUsable(side, comm) && !AreAliased(side, block));
}

/// Where MPICH takes an item to be: as if types had no holes.
inline const void* ItemWithoutHoles(const void* buffer, std::uintptr_t item, MPI_Datatype type) {
  // Unsigned: to be compared only, wherever it is, and MPI_BOTTOM is null.
  const std::uintptr_t offset = item * static_cast<std::uintptr_t>(ItemSize(type));
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(buffer) + offset);
}

/// A rank's own of blocks that lie one behind the other.
inline Data BlockOf(Rank rank, const Data& blocks) {
  const std::uintptr_t item =
      static_cast<std::uintptr_t>(rank) * static_cast<std::uintptr_t>(blocks.count);
  return {ItemWithoutHoles(blocks.buffer, item, blocks.type), blocks.count, blocks.type};
}

/// Of blocks that lie apart.
template <typename Counts, typename Places>
Data BlockOf(Rank rank, const Data& blocks, const Counts* counts, const Places* places) {
  const auto item = static_cast<std::uintptr_t>(places[rank]);
  return {ItemWithoutHoles(blocks.buffer, item, blocks.type), counts[rank], blocks.type};
}

/// Whether any of `ranks` blocks has items, as those of Data.
template <typename Counts>
Count AnyOf(const Counts* counts, int ranks) {
  return std::any_of(counts, counts + ranks, [](Counts count) { return count > 0; }) ? 1 : 0;
}

/// Whether each of `ranks` counts is one.
template <typename Counts>
bool AreCounts(const Counts* counts, int ranks) {
  if (counts == nullptr) return false;
  for (int i = 0; i < ranks; ++i) {
    if (counts[i] < 0) return false;
  }
  return true;
}

/// Blocks that are counted one by one, as many items as matter here; none where they are not
/// usable.
template <typename Counts, typename Places>
std::optional<Data> UsableBlocks(const void* buffer, const Counts* counts, const Places* places,
                                 int ranks, MPI_Datatype type, MPI_Comm comm) {
  if (type == MPI_DATATYPE_NULL || places == nullptr || !AreCounts(counts, ranks)) return {};
  const Data blocks{buffer, AnyOf(counts, ranks), type};
  return IsUsable(blocks, comm) ? std::optional(blocks) : std::nullopt;
}

/// The mean. Requires AreCounts.
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
