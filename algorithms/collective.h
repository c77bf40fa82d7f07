// The collective operations that colltune knows: all blocking collectives of MPI-3.1, chapter 5.
#ifndef COLLTUNE_ALGORITHMS_COLLECTIVE_H_
#define COLLTUNE_ALGORITHMS_COLLECTIVE_H_

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace colltune {

enum class Collective : unsigned char {
  kBcast,
  kScatter,
  kScatterv,
  kGather,
  kGatherv,
  kReduce,
  kAllreduce,
  kAllgather,
  kAllgatherv,
  kAlltoall,
  kAlltoallv,
  kAlltoallw,
  kBarrier,
  kReduceScatterBlock,
  kReduceScatter,
  kScan,
  kExscan,
};

/// Names in the order of the enum, which are persistent: they stand in profiles.
inline constexpr std::array<std::string_view, 17> kCollectiveNames = {
    "bcast",          "scatter",
    "scatterv",       "gather",
    "gatherv",        "reduce",
    "allreduce",      "allgather",
    "allgatherv",     "alltoall",
    "alltoallv",      "alltoallw",
    "barrier",        "reduce_scatter_block",
    "reduce_scatter", "scan",
    "exscan"};

constexpr std::string_view ToText(Collective collective) {
  return kCollectiveNames[static_cast<std::size_t>(collective)];
}

/// Whether the collective combines elements by an operation.
constexpr bool Reduces(Collective collective) {
  switch (collective) {
    case Collective::kReduce:
    case Collective::kAllreduce:
    case Collective::kReduceScatterBlock:
    case Collective::kReduceScatter:
    case Collective::kScan:
    case Collective::kExscan:
      return true;
    default:
      return false;
  }
}

/// Returns all collectives, in the order of their names.
constexpr std::array<Collective, kCollectiveNames.size()> AllCollectives() {
  std::array<Collective, kCollectiveNames.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Collective>(i);
  return all;
}

constexpr std::optional<Collective> FindCollective(std::string_view name) {
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    if (kCollectiveNames[i] == name) return static_cast<Collective>(i);
  }
  return std::nullopt;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_COLLECTIVE_H_
