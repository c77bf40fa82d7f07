// The algorithms of UCC's layer over UCX, TL/UCP.
//
// Source: the tables <collective>_algs below src/components/tl/ucp of UCC in 2024, and in 2026 for
// names that are read. An older release refuses a whole line for a name that it does not know.
#ifndef COLLTUNE_PROFILES_EXPORTERS_UCC_UCC_MATCHES_H_
#define COLLTUNE_PROFILES_EXPORTERS_UCC_UCC_MATCHES_H_

#include <array>
#include <span>
#include <string_view>

#include "profiles/exporters/flat_rules.h"

namespace colltune::ucc {

using enum Collective;

/// A collective that UCC has, and its algorithms in the order of their numbers.
struct Algorithms {
  Collective collective;
  std::string_view name;  ///< in UCC the collective with counts for each rank ends in v
  std::span<const std::string_view> algorithms;
};

inline constexpr std::string_view kBcasts[] = {"knomial", "sag_knomial", "dbt"};
inline constexpr std::string_view kReduces[] = {"knomial", "dbt", "srg"};
inline constexpr std::string_view kAllreduces[] = {"knomial", "sra_knomial", "dbt",
                                                   "sliding_window", "ring"};
inline constexpr std::string_view kAllgathers[] = {"knomial", "ring",   "neighbor", "bruck",
                                                   "sparbit", "linear", "batched"};
inline constexpr std::string_view kAllgathervs[] = {"knomial", "ring"};
inline constexpr std::string_view kAlltoalls[] = {"pairwise", "bruck", "onesided"};
inline constexpr std::string_view kAlltoallvs[] = {"pairwise", "hybrid", "onesided"};
inline constexpr std::string_view kReduceScatters[] = {"ring", "knomial"};
inline constexpr std::string_view kReduceScattervs[] = {"ring"};

inline constexpr std::string_view kGathers[] = {"knomial"};
inline constexpr std::string_view kGathervs[] = {"linear"};
inline constexpr std::string_view kScattervs[] = {"linear"};
inline constexpr std::string_view kBarriers[] = {"knomial"};

inline constexpr std::array kAlgorithms = {
    Algorithms{kBcast, "bcast", kBcasts},
    Algorithms{kReduce, "reduce", kReduces},
    Algorithms{kAllreduce, "allreduce", kAllreduces},
    Algorithms{kAllgather, "allgather", kAllgathers},
    Algorithms{kAllgatherv, "allgatherv", kAllgathervs},
    Algorithms{kAlltoall, "alltoall", kAlltoalls},
    Algorithms{kAlltoallv, "alltoallv", kAlltoallvs},
    Algorithms{kReduceScatterBlock, "reduce_scatter", kReduceScatters},
    Algorithms{kReduceScatter, "reduce_scatterv", kReduceScattervs},
    Algorithms{kGather, "gather", kGathers},
    Algorithms{kGatherv, "gatherv", kGathervs},
    Algorithms{kScatter, "scatter", {}},
    Algorithms{kScatterv, "scatterv", kScattervs},
    Algorithms{kBarrier, "barrier", kBarriers},
};

/// Collectives of UCC that MPI does not have.
inline constexpr std::array<std::string_view, 2> kNotOfMpi = {"fanin", "fanout"};

// Radices are variables of their own, 4 where none is set. Messages are not cut into segments, and
// two rings go in opposite directions at once in reduce_scatter. The number of messages of a
// pairwise exchange that are under way is a variable, too. Algorithms that need other values have
// no exact match.
inline constexpr std::array kMatches = {
    Match{kBcast, "knomial", "knomial", false},
    Match{kBcast, "binomial", "knomial", false},
    Match{kBcast, "scatter_ring_allgather", "sag_knomial", false},
    Match{kBcast, "scatter_recursive_doubling_allgather", "sag_knomial", false},
    Match{kBcast, "double_tree", "dbt", false},
    Match{kReduce, "knomial:k=4", "knomial", true},
    Match{kReduce, "knomial", "knomial", false},
    Match{kReduce, "binomial", "knomial", false},
    Match{kReduce, "rabenseifner", "srg", false},
    Match{kAllreduce, "recursive_multiplying:k=4", "knomial", true},
    Match{kAllreduce, "recursive_multiplying", "knomial", false},
    Match{kAllreduce, "recursive_doubling", "knomial", false},
    Match{kAllreduce, "rabenseifner", "sra_knomial", false},
    Match{kAllreduce, "ring", "sra_knomial", false},
    Match{kAllreduce, "segmented_ring", "sra_knomial", false},
    Match{kAllgather, "recursive_doubling", "knomial", false},
    Match{kAllgather, "ring", "ring", true},
    Match{kAllgather, "neighbor_exchange", "neighbor", true},
    Match{kAllgather, "bruck:k=2", "bruck", true},
    Match{kAllgather, "bruck", "knomial", false},
    Match{kAllgather, "sparbit", "sparbit", false},
    Match{kAllgatherv, "ring", "ring", true},
    Match{kAllgatherv, "bruck", "knomial", false},
    Match{kAlltoall, "bruck:k=2", "bruck", true},
    Match{kAlltoall, "bruck", "bruck", false},
    Match{kAlltoall, "pairwise", "pairwise", false},
    Match{kAlltoall, "flat_bounded", "pairwise", false},
    Match{kAlltoall, "flat", "pairwise", false},
    Match{kAlltoallv, "pairwise", "pairwise", false},
    Match{kAlltoallv, "flat_bounded", "pairwise", false},
    Match{kAlltoallv, "flat", "pairwise", false},
    Match{kReduceScatterBlock, "ring", "ring", false},
    Match{kReduceScatterBlock, "recursive_halving", "knomial", false},
    Match{kReduceScatter, "ring", "ring", false},
    // Names of newer releases, for reading. In writing, the line for this allreduce above goes
    // first.
    Match{kAllreduce, "ring", "ring", false},
    Match{kAllgather, "flat", "linear", false},
};

}  // namespace colltune::ucc

#endif  // COLLTUNE_PROFILES_EXPORTERS_UCC_UCC_MATCHES_H_
