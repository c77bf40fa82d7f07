#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "profiles/exporters/mpich/mpich_algorithms.h"

namespace colltune {
namespace {

using Subject = MpichSubject;

// csel.c cannot tell whether the operation of a scan is commutative, and need not: MPICH runs its
// scan by nodes for all operations.
constexpr std::array kNeeds = {
    MpichNeed{"MPIR_Allgather_intra_recursive_doubling", Subject::kPowerOfTwo, 1},
    MpichNeed{"MPIR_Allgatherv_intra_recursive_doubling", Subject::kPowerOfTwo, 1},
    MpichNeed{"MPIR_Allreduce_intra_k_reduce_scatter_allgather", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Allreduce_intra_recursive_multiplying", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Allreduce_intra_reduce_scatter_allgather", Subject::kBuiltIn, 1},
    MpichNeed{"MPIR_Allreduce_intra_reduce_scatter_allgather", Subject::kBelowPow2, 0},
    MpichNeed{"MPIR_Allreduce_intra_ring", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Allreduce_intra_smp", Subject::kHierarchy, kParent, false},
    MpichNeed{"MPIR_Allreduce_intra_smp", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Alltoall_intra_brucks", Subject::kInPlace, 0},
    MpichNeed{"MPIR_Alltoall_intra_k_brucks", Subject::kInPlace, 0},
    MpichNeed{"MPIR_Alltoall_intra_pairwise", Subject::kInPlace, 0},
    MpichNeed{"MPIR_Alltoall_intra_pairwise_sendrecv_replace", Subject::kInPlace, 1},
    MpichNeed{"MPIR_Alltoall_intra_scattered", Subject::kInPlace, 0},
    MpichNeed{"MPIR_Alltoallv_intra_pairwise_sendrecv_replace", Subject::kInPlace, 1},
    MpichNeed{"MPIR_Alltoallv_intra_scattered", Subject::kInPlace, 0},
    MpichNeed{"MPIR_Alltoallw_intra_pairwise_sendrecv_replace", Subject::kInPlace, 1},
    MpichNeed{"MPIR_Alltoallw_intra_scattered", Subject::kInPlace, 0},
    MpichNeed{"MPIR_Barrier_intra_smp", Subject::kHierarchy, kParent},
    MpichNeed{"MPIR_Bcast_intra_smp", Subject::kHierarchy, kParent},
    MpichNeed{"MPIR_Reduce_intra_reduce_scatter_gather", Subject::kBuiltIn, 1},
    MpichNeed{"MPIR_Reduce_intra_reduce_scatter_gather", Subject::kBelowPow2, 0},
    MpichNeed{"MPIR_Reduce_intra_smp", Subject::kHierarchy, kParent},
    MpichNeed{"MPIR_Reduce_intra_smp", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Reduce_scatter_block_intra_noncommutative", Subject::kPowerOfTwo, 1},
    MpichNeed{"MPIR_Reduce_scatter_block_intra_pairwise", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Reduce_scatter_block_intra_recursive_halving", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Reduce_scatter_intra_noncommutative", Subject::kPowerOfTwo, 1},
    MpichNeed{"MPIR_Reduce_scatter_intra_noncommutative", Subject::kRegular, 1},
    MpichNeed{"MPIR_Reduce_scatter_intra_pairwise", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Reduce_scatter_intra_recursive_halving", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Scan_intra_smp", Subject::kConsecutive, 1},
    MpichNeed{"MPIR_Iallgather_intra_sched_recursive_doubling", Subject::kPowerOfTwo, 1},
    MpichNeed{"MPIR_Iallgatherv_intra_sched_recursive_doubling", Subject::kPowerOfTwo, 1},
    MpichNeed{"MPIR_Iallreduce_intra_sched_reduce_scatter_allgather", Subject::kBuiltIn, 1},
    MpichNeed{"MPIR_Iallreduce_intra_sched_reduce_scatter_allgather", Subject::kBelowPow2, 0},
    MpichNeed{"MPIR_Iallreduce_intra_sched_smp", Subject::kHierarchy, kParent},
    MpichNeed{"MPIR_Iallreduce_intra_sched_smp", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Iallreduce_intra_tsp_recexch_reduce_scatter_recexch_allgatherv",
              Subject::kCommutes, 1},
    MpichNeed{"MPIR_Iallreduce_intra_tsp_ring", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Ialltoall_intra_sched_brucks", Subject::kInPlace, 0},
    MpichNeed{"MPIR_Ialltoall_intra_sched_inplace", Subject::kInPlace, 1},
    MpichNeed{"MPIR_Ialltoall_intra_sched_pairwise", Subject::kInPlace, 0},
    MpichNeed{"MPIR_Ialltoall_intra_sched_permuted_sendrecv", Subject::kInPlace, 0},
    MpichNeed{"MPIR_Ialltoallv_intra_sched_blocked", Subject::kInPlace, 0},
    MpichNeed{"MPIR_Ialltoallv_intra_sched_inplace", Subject::kInPlace, 1},
    MpichNeed{"MPIR_Ialltoallv_intra_tsp_inplace", Subject::kInPlace, 1},
    MpichNeed{"MPIR_Ialltoallw_intra_sched_blocked", Subject::kInPlace, 0},
    MpichNeed{"MPIR_Ialltoallw_intra_sched_inplace", Subject::kInPlace, 1},
    MpichNeed{"MPIR_Ialltoallw_intra_tsp_inplace", Subject::kInPlace, 1},
    MpichNeed{"MPIR_Ibcast_intra_sched_scatter_recursive_doubling_allgather", Subject::kPowerOfTwo,
              1},
    MpichNeed{"MPIR_Ibcast_intra_sched_smp", Subject::kHierarchy, kParent},
    MpichNeed{"MPIR_Ireduce_intra_sched_reduce_scatter_gather", Subject::kBuiltIn, 1},
    MpichNeed{"MPIR_Ireduce_intra_sched_reduce_scatter_gather", Subject::kBelowPow2, 0},
    MpichNeed{"MPIR_Ireduce_intra_sched_smp", Subject::kHierarchy, kParent},
    MpichNeed{"MPIR_Ireduce_intra_sched_smp", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Ireduce_intra_tsp_tree", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Ireduce_scatter_block_intra_sched_noncommutative", Subject::kPowerOfTwo, 1},
    MpichNeed{"MPIR_Ireduce_scatter_block_intra_sched_pairwise", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Ireduce_scatter_block_intra_sched_recursive_halving", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Ireduce_scatter_intra_sched_noncommutative", Subject::kPowerOfTwo, 1},
    MpichNeed{"MPIR_Ireduce_scatter_intra_sched_noncommutative", Subject::kRegular, 1},
    MpichNeed{"MPIR_Ireduce_scatter_intra_sched_pairwise", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Ireduce_scatter_intra_sched_recursive_halving", Subject::kCommutes, 1},
    MpichNeed{"MPIR_Iscan_intra_sched_smp", Subject::kHierarchy, kParent},
    MpichNeed{"MPIDI_Allreduce_intra_composition_alpha", Subject::kHierarchy, kParent},
    MpichNeed{"MPIDI_Allreduce_intra_composition_alpha", Subject::kCommutes, 1},
    MpichNeed{"MPIDI_Allreduce_intra_composition_gamma", Subject::kOneNode, 1},
    MpichNeed{"MPIDI_Barrier_intra_composition_alpha", Subject::kHierarchy, kParent},
    MpichNeed{"MPIDI_Bcast_intra_composition_alpha", Subject::kHierarchy, kParent},
    MpichNeed{"MPIDI_Bcast_intra_composition_beta", Subject::kHierarchy, kParent},
    MpichNeed{"MPIDI_Bcast_intra_composition_delta", Subject::kHierarchy, kParent},
    MpichNeed{"MPIDI_Reduce_intra_composition_alpha", Subject::kHierarchy, kParent},
    MpichNeed{"MPIDI_Reduce_intra_composition_alpha", Subject::kCommutes, 1},
    MpichNeed{"MPIDI_Reduce_intra_composition_beta", Subject::kHierarchy, kParent},
    MpichNeed{"MPIDI_Reduce_intra_composition_beta", Subject::kCommutes, 1},
    MpichNeed{"MPIDI_Scan_intra_composition_alpha", Subject::kConsecutive, 1},
};

// Since 4.1 alpha of allgather and alltoall goes through shared memory, with several leaders of a
// node; the one through the network alone is beta.
constexpr std::array kCompositions = {
    MpichComposition{"allgather", "alpha", true, kUntil40},
    MpichComposition{"allgather", "beta", true, kSince41},
    MpichComposition{"allgather", "alpha", false, kSince41},
    MpichComposition{"allgatherv", "alpha"},
    MpichComposition{"allreduce", "beta"},
    MpichComposition{"allreduce", "alpha", false},
    MpichComposition{"allreduce", "gamma", false},
    MpichComposition{"alltoall", "alpha", true, kUntil40},
    MpichComposition{"alltoall", "beta", true, kSince41},
    MpichComposition{"alltoall", "alpha", false, kSince41},
    MpichComposition{"alltoallv", "alpha"},
    MpichComposition{"alltoallw", "alpha"},
    MpichComposition{"barrier", "beta"},
    MpichComposition{"barrier", "alpha", false},
    MpichComposition{"bcast", "gamma"},
    MpichComposition{"bcast", "alpha", false},
    MpichComposition{"bcast", "beta", false},
    MpichComposition{"bcast", "delta", false, kSince43},
    MpichComposition{"exscan", "alpha"},
    MpichComposition{"gather", "alpha"},
    MpichComposition{"gatherv", "alpha"},
    MpichComposition{"reduce", "gamma"},
    MpichComposition{"reduce", "alpha", false},
    MpichComposition{"reduce", "beta", false},
    MpichComposition{"reduce_scatter", "alpha"},
    MpichComposition{"reduce_scatter_block", "alpha"},
    MpichComposition{"scan", "beta"},
    MpichComposition{"scan", "alpha", false},
    MpichComposition{"scatter", "alpha"},
    MpichComposition{"scatterv", "alpha"},
};

std::string NameOf(const MpichComposition& one) {
  return fmt::format("MPIDI_{}_intra_composition_{}", InFunctions(one.collective), one.letter);
}

struct Parameters {
  std::string_view name;
  std::optional<std::string_view> needed;
  MpichReleases releases = {};
  std::string_view optional = {};  ///< where trees have names
};

// The last parameter of the rows that have it.
constexpr std::string_view kTreeType = ":tree_type=";

constexpr std::string_view kTopology =
    "topo_diff_groups:topo_diff_switches:topo_overhead:topo_same_switches";

// csel_container.c reads the parameters of a few algorithms, and the ring's of ireduce into another
// place. In 4.1.0 to 4.1.2 it reads is_non_blocking into k. Without a vendor's library ccl looks
// the call up once more, and finds itself.
constexpr std::array kParameters = {
    Parameters{"MPIR_Allgather_intra_k_brucks", "k=2"},
    Parameters{"MPIR_Allgather_intra_recexch_doubling", "k=2:single_phase_recv=0"},
    Parameters{"MPIR_Allgather_intra_recexch_halving", "k=2:single_phase_recv=0"},
    Parameters{"MPIR_Allreduce_intra_ccl", {}},
    Parameters{"MPIR_Allreduce_intra_k_reduce_scatter_allgather", "k=2:single_phase_recv=0"},
    Parameters{"MPIR_Allreduce_intra_recexch", "k=2:single_phase_recv=0"},
    Parameters{"MPIR_Allreduce_intra_recursive_multiplying", "k=2"},
    Parameters{"MPIR_Allreduce_intra_tree",
               "buffer_per_child=0:chunk_size=0:k=2:tree_type=knomial_1",
               {},
               kTopology},
    Parameters{"MPIR_Alltoall_intra_k_brucks", "k=2"},
    Parameters{"MPIR_Barrier_intra_k_dissemination", "k=2"},
    Parameters{"MPIR_Barrier_intra_recexch", {}},
    Parameters{"MPIR_Bcast_intra_pipelined_tree", {}, kOnly41},
    Parameters{"MPIR_Bcast_intra_pipelined_tree",
               "chunk_size=8192:is_non_blocking=1:k=2:recv_pre_posted=0:tree_type=kary", kSince42},
    Parameters{"MPIR_Bcast_intra_tree", {}, kOnly41},
    Parameters{"MPIR_Bcast_intra_tree", "is_non_blocking=1:k=2:tree_type=kary", kSince42,
               kTopology},
    Parameters{"MPIR_Iallgather_intra_tsp_brucks", {}},
    Parameters{"MPIR_Iallgather_intra_tsp_recexch_doubling", {}},
    Parameters{"MPIR_Iallgather_intra_tsp_recexch_halving", {}},
    Parameters{"MPIR_Iallgatherv_intra_tsp_brucks", {}},
    Parameters{"MPIR_Iallgatherv_intra_tsp_recexch_doubling", {}},
    Parameters{"MPIR_Iallgatherv_intra_tsp_recexch_halving", {}},
    Parameters{"MPIR_Iallreduce_intra_tsp_recexch_multiple_buffer", "k"},
    Parameters{"MPIR_Iallreduce_intra_tsp_recexch_reduce_scatter_recexch_allgatherv", "k"},
    Parameters{"MPIR_Iallreduce_intra_tsp_recexch_single_buffer", "k"},
    Parameters{"MPIR_Iallreduce_intra_tsp_tree", "buffer_per_child:chunk_size:k:tree_type"},
    Parameters{"MPIR_Ialltoall_intra_tsp_brucks", {}},
    Parameters{"MPIR_Ialltoall_intra_tsp_scattered", {}},
    Parameters{"MPIR_Ialltoallv_intra_tsp_blocked", {}},
    Parameters{"MPIR_Ialltoallv_intra_tsp_scattered", {}},
    Parameters{"MPIR_Ialltoallw_intra_tsp_blocked", {}},
    Parameters{"MPIR_Ibarrier_intra_tsp_k_dissem", {}},
    Parameters{"MPIR_Ibarrier_intra_tsp_recexch", {}},
    Parameters{"MPIR_Ibcast_intra_tsp_ring", "chunk_size"},
    Parameters{"MPIR_Ibcast_intra_tsp_scatterv_recexch_allgatherv", "allgatherv_k:scatterv_k"},
    Parameters{"MPIR_Ibcast_intra_tsp_tree", "chunk_size:k:tree_type"},
    Parameters{"MPIR_Igather_intra_tsp_tree", {}},
    Parameters{"MPIR_Ireduce_intra_tsp_ring", {}},
    Parameters{
        "MPIR_Ireduce_intra_tsp_tree", "buffer_per_child:chunk_size:k:tree_type", {}, kTopology},
    Parameters{"MPIR_Ireduce_scatter_block_intra_tsp_recexch", {}},
    Parameters{"MPIR_Ireduce_scatter_intra_tsp_recexch", {}},
    Parameters{"MPIR_Iscatter_intra_tsp_tree", {}},
};

}  // namespace

std::span<const MpichNeed> MpichNeeds() { return kNeeds; }

const MpichComposition* FindComposition(MpichRelease release, std::string_view name) {
  const auto found = std::ranges::find_if(kCompositions, [&](const MpichComposition& one) {
    return one.releases.Has(release) && NameOf(one) == name;
  });
  return found == kCompositions.end() ? nullptr : &*found;
}

std::string FirstComposition(MpichRelease release, std::string_view collective) {
  const auto found = std::ranges::find_if(kCompositions, [&](const MpichComposition& one) {
    return one.releases.Has(release) && one.collective == collective;
  });
  assert(found != kCompositions.end());
  return NameOf(*found);
}

std::string AsWritten(MpichRelease release, std::string_view parameters) {
  std::string text(parameters);
  const std::size_t at = text.find(kTreeType);
  if (TraitsOf(release).names_trees || at == text.npos) return text;
  const auto* const tree = std::ranges::find(kMpichTrees, parameters.substr(at + kTreeType.size()));
  assert(tree != kMpichTrees.end());
  return text.replace(at + kTreeType.size(), text.npos, std::to_string(tree - kMpichTrees.begin()));
}

std::optional<MpichParameters> ParametersOf(MpichRelease release, std::string_view name) {
  for (const Parameters& one : kParameters) {
    if (one.name != name || !one.releases.Has(release)) continue;
    if (!one.needed) return std::nullopt;
    return MpichParameters{AsWritten(release, *one.needed),
                           TraitsOf(release).names_trees ? one.optional : std::string_view()};
  }
  return MpichParameters{};
}

}  // namespace colltune
