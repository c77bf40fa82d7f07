#include "profiles/exporters/mpich/mpich_algorithms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace colltune {
namespace {

using Subject = MpichSubject;

// The letters of MpichCollective::questions: a average size, t total size, n count of elements,
// i in place, c commutative, b built in, r regular blocks.
constexpr std::array kLetters = {
    std::pair{'a', Subject::kAverage}, std::pair{'t', Subject::kTotal},
    std::pair{'n', Subject::kCount},   std::pair{'n', Subject::kBelowPow2},
    std::pair{'i', Subject::kInPlace}, std::pair{'c', Subject::kCommutes},
    std::pair{'b', Subject::kBuiltIn}, std::pair{'r', Subject::kRegular},
};

constexpr std::string_view kTransports = "allcomm_tsp_linear allcomm_sched_linear";

constexpr std::array kCollectives = {
    MpichCollective{"allgather", "tn",
                    "intra_brucks intra_recursive_doubling intra_ring "
                    "inter_local_gather_remote_bcast allcomm_nb",
                    true},
    MpichCollective{"allgatherv", "tn",
                    "intra_brucks intra_recursive_doubling intra_ring "
                    "inter_remote_gather_local_bcast allcomm_nb",
                    true},
    MpichCollective{"allreduce", "atncb",
                    "intra_recursive_doubling intra_reduce_scatter_allgather intra_smp "
                    "inter_reduce_exchange_bcast allcomm_nb",
                    true},
    MpichCollective{"alltoall", "ati",
                    "intra_brucks intra_pairwise intra_pairwise_sendrecv_replace intra_scattered "
                    "inter_pairwise_exchange allcomm_nb",
                    true},
    MpichCollective{"alltoallv", "ti",
                    "intra_pairwise_sendrecv_replace intra_scattered inter_pairwise_exchange "
                    "allcomm_nb",
                    true},
    MpichCollective{"alltoallw", "ti",
                    "intra_pairwise_sendrecv_replace intra_scattered inter_pairwise_exchange "
                    "allcomm_nb",
                    true},
    MpichCollective{"barrier", "", "intra_smp inter_bcast allcomm_nb", true},
    MpichCollective{"bcast", "atn",
                    "intra_binomial intra_scatter_recursive_doubling_allgather "
                    "intra_scatter_ring_allgather intra_smp inter_remote_send_local_bcast "
                    "allcomm_nb",
                    true},
    MpichCollective{"exscan", "", "intra_recursive_doubling allcomm_nb", false},
    MpichCollective{"gather", "t",
                    "intra_binomial inter_linear inter_local_gather_remote_send allcomm_nb", true},
    MpichCollective{"gatherv", "", "allcomm_linear allcomm_nb", true},
    MpichCollective{"reduce", "atncb",
                    "intra_binomial intra_reduce_scatter_gather intra_smp "
                    "inter_local_reduce_remote_send allcomm_nb",
                    true},
    MpichCollective{"reduce_scatter", "tncr",
                    "intra_noncommutative intra_pairwise intra_recursive_doubling "
                    "intra_recursive_halving inter_remote_reduce_local_scatter allcomm_nb",
                    true},
    MpichCollective{"reduce_scatter_block", "tnc",
                    "intra_noncommutative intra_pairwise intra_recursive_doubling "
                    "intra_recursive_halving inter_remote_reduce_local_scatter allcomm_nb",
                    true},
    MpichCollective{"scan", "", "intra_recursive_doubling intra_smp allcomm_nb", false},
    MpichCollective{"scatter", "t",
                    "intra_binomial inter_linear inter_remote_send_local_scatter allcomm_nb", true},
    MpichCollective{"scatterv", "", "allcomm_linear allcomm_nb", true},
    MpichCollective{"iallgather", "tn",
                    "intra_sched_brucks intra_sched_recursive_doubling intra_sched_ring "
                    "intra_tsp_brucks intra_tsp_recexch_doubling intra_tsp_recexch_halving "
                    "intra_tsp_ring inter_sched_local_gather_remote_bcast",
                    true},
    MpichCollective{"iallgatherv", "tn",
                    "intra_sched_brucks intra_sched_recursive_doubling intra_sched_ring "
                    "intra_tsp_brucks intra_tsp_recexch_doubling intra_tsp_recexch_halving "
                    "intra_tsp_ring inter_sched_remote_gather_local_bcast",
                    true},
    MpichCollective{"iallreduce", "atncb",
                    "intra_sched_naive intra_sched_smp intra_sched_recursive_doubling "
                    "intra_sched_reduce_scatter_allgather intra_tsp_recexch_single_buffer "
                    "intra_tsp_recexch_multiple_buffer intra_tsp_tree intra_tsp_ring "
                    "intra_tsp_recexch_reduce_scatter_recexch_allgatherv "
                    "inter_sched_remote_reduce_local_bcast",
                    true},
    MpichCollective{"ialltoall", "ati",
                    "intra_sched_brucks intra_sched_inplace intra_sched_pairwise "
                    "intra_sched_permuted_sendrecv intra_tsp_ring intra_tsp_brucks "
                    "intra_tsp_scattered inter_sched_pairwise_exchange",
                    true},
    MpichCollective{"ialltoallv", "ti",
                    "intra_sched_blocked intra_sched_inplace intra_tsp_scattered "
                    "intra_tsp_blocked intra_tsp_inplace inter_sched_pairwise_exchange",
                    true},
    MpichCollective{"ialltoallw", "ti",
                    "intra_sched_blocked intra_sched_inplace intra_tsp_blocked intra_tsp_inplace "
                    "inter_sched_pairwise_exchange",
                    true},
    MpichCollective{"ibarrier", "",
                    "intra_sched_recursive_doubling intra_tsp_recexch inter_sched_bcast", true},
    MpichCollective{"ibcast", "at",
                    "intra_sched_binomial intra_sched_scatter_recursive_doubling_allgather "
                    "intra_sched_scatter_ring_allgather intra_sched_smp intra_tsp_tree "
                    "intra_tsp_ring intra_tsp_scatterv_recexch_allgatherv inter_sched_flat",
                    true},
    MpichCollective{"iexscan", "", "intra_sched_recursive_doubling", false},
    MpichCollective{"igather", "t",
                    "intra_sched_binomial intra_tsp_tree inter_sched_long inter_sched_short", true},
    MpichCollective{"igatherv", "", kTransports, true},
    MpichCollective{"ireduce", "atncb",
                    "intra_sched_binomial intra_sched_reduce_scatter_gather intra_sched_smp "
                    "intra_tsp_tree intra_tsp_ring inter_sched_local_reduce_remote_send",
                    true},
    MpichCollective{"ireduce_scatter", "tncr",
                    "intra_sched_noncommutative intra_sched_pairwise "
                    "intra_sched_recursive_doubling intra_sched_recursive_halving "
                    "intra_tsp_recexch inter_sched_remote_reduce_local_scatterv",
                    true},
    MpichCollective{"ireduce_scatter_block", "tnc",
                    "intra_sched_noncommutative intra_sched_pairwise "
                    "intra_sched_recursive_doubling intra_sched_recursive_halving "
                    "intra_tsp_recexch inter_sched_remote_reduce_local_scatterv",
                    true},
    MpichCollective{"iscan", "",
                    "intra_sched_recursive_doubling intra_sched_smp intra_tsp_recursive_doubling",
                    false},
    MpichCollective{"iscatter", "t",
                    "intra_sched_binomial intra_tsp_tree inter_sched_linear "
                    "inter_sched_remote_send_local_scatter",
                    true},
    MpichCollective{"iscatterv", "", kTransports, true},
    MpichCollective{"neighbor_allgather", "", "allcomm_nb", false},
    MpichCollective{"neighbor_allgatherv", "", "allcomm_nb", false},
    MpichCollective{"neighbor_alltoall", "", "allcomm_nb", false},
    MpichCollective{"neighbor_alltoallv", "", "allcomm_nb", false},
    MpichCollective{"neighbor_alltoallw", "", "allcomm_nb", false},
    MpichCollective{"ineighbor_allgather", "", kTransports, false},
    MpichCollective{"ineighbor_allgatherv", "", kTransports, false},
    MpichCollective{"ineighbor_alltoall", "", kTransports, false},
    MpichCollective{"ineighbor_alltoallv", "", kTransports, false},
    MpichCollective{"ineighbor_alltoallw", "", kTransports, false},
};

struct SomeReleases {
  std::string_view algorithm;  ///< in full
  MpichReleases releases;
};

/// Algorithms that came, or went, with a release.
constexpr std::array kSomeReleases = {
    SomeReleases{"MPIR_Barrier_intra_dissemination", kUntil40},
    SomeReleases{"MPIR_Allgather_intra_k_brucks", kSince41},
    SomeReleases{"MPIR_Allreduce_intra_k_reduce_scatter_allgather", kSince41},
    SomeReleases{"MPIR_Allreduce_intra_recexch", kSince41},
    SomeReleases{"MPIR_Allreduce_intra_ring", kSince41},
    SomeReleases{"MPIR_Allreduce_intra_tree", kSince41},
    SomeReleases{"MPIR_Alltoall_intra_k_brucks", kSince41},
    SomeReleases{"MPIR_Barrier_intra_k_dissemination", kSince41},
    SomeReleases{"MPIR_Barrier_intra_recexch", kSince41},
    SomeReleases{"MPIR_Bcast_intra_pipelined_tree", kSince41},
    SomeReleases{"MPIR_Bcast_intra_tree", kSince41},
    SomeReleases{"MPIR_Ibarrier_intra_tsp_k_dissem", kSince41},
    SomeReleases{"MPIR_Allgather_intra_recexch_doubling", kSince42},
    SomeReleases{"MPIR_Allgather_intra_recexch_halving", kSince42},
    SomeReleases{"MPIR_Allreduce_intra_recursive_multiplying", kSince43},
    SomeReleases{"MPIR_Allreduce_intra_ccl", kSince50},
};

/// Tells whether `word` is one of `words`, which have blanks between.
bool HasWord(std::string_view words, std::string_view word) {
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    if (words.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

std::span<const MpichCollective> MpichCollectives() { return kCollectives; }

const MpichCollective* FindMpichCollective(std::string_view name) {
  const auto found = std::ranges::find(kCollectives, name, &MpichCollective::name);
  return found == kCollectives.end() ? nullptr : &*found;
}

bool MayAsk(const MpichCollective& collective, MpichSubject subject) {
  for (const auto& [letter, asked] : kLetters) {
    if (asked == subject) return collective.questions.find(letter) != std::string_view::npos;
  }
  return true;
}

std::string InFunctions(std::string_view collective) {
  std::string text(collective);
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

std::string MpichAlgorithmName(const MpichCollective& collective, std::string_view algorithm) {
  return fmt::format("MPIR_{}_{}", InFunctions(collective.name), algorithm);
}

bool HasAlgorithm(MpichRelease release, const MpichCollective& collective, std::string_view name) {
  const std::string prefix = MpichAlgorithmName(collective, "");
  if (!name.starts_with(prefix)) return false;
  if (HasWord(collective.algorithms, name.substr(prefix.size()))) return true;
  const auto found = std::ranges::find(kSomeReleases, name, &SomeReleases::algorithm);
  return found != kSomeReleases.end() && found->releases.Has(release);
}

std::string_view WithoutParameters(std::string_view algorithm) {
  return algorithm.substr(0, algorithm.find(':'));
}

std::string_view TypeOf(std::string_view algorithm) {
  for (const std::string_view type : {"_intra_", "_inter_", "_allcomm_"}) {
    if (algorithm.find(type) != std::string_view::npos) return type.substr(1, type.size() - 2);
  }
  return "";
}

}  // namespace colltune
