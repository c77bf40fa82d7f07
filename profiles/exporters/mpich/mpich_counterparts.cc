#include "profiles/exporters/mpich/mpich_counterparts.h"

#include <algorithm>
#include <array>

#include "algorithms/registry.h"
#include "profiles/exporters/mpich/mpich_selection.h"

namespace colltune {
namespace {

struct Pair {
  Collective collective;
  std::string_view ours;  ///< with its parameters; without them it matches any
  std::string_view name;
  bool is_exact = true;
};

// Pairs in the order of lookup: the first that fits counts. Algorithms that MPICH has nothing near
// of are missing: chains, and trees and rings that divide a message into segments.
constexpr std::array kPairs = {
    Pair{Collective::kBcast, "binomial", "intra_binomial"},
    Pair{Collective::kBcast, "knomial", "intra_binomial", false},
    Pair{Collective::kBcast, "binary", "intra_binomial", false},
    Pair{Collective::kBcast, "scatter_ring_allgather", "intra_scatter_ring_allgather"},
    Pair{Collective::kBcast, "scatter_recursive_doubling_allgather",
         "intra_scatter_recursive_doubling_allgather"},
    Pair{Collective::kBcast, "double_tree", "intra_scatter_ring_allgather", false},
    Pair{Collective::kScatter, "binomial", "intra_binomial"},
    Pair{Collective::kScatter, "knomial", "intra_binomial", false},
    Pair{Collective::kScatterv, "flat_nonblocking", "allcomm_linear"},
    Pair{Collective::kScatterv, "flat", "allcomm_linear", false},
    Pair{Collective::kGather, "binomial", "intra_binomial"},
    Pair{Collective::kGather, "knomial", "intra_binomial", false},
    Pair{Collective::kGatherv, "flat_nonblocking", "allcomm_linear"},
    Pair{Collective::kGatherv, "flat", "allcomm_linear", false},
    Pair{Collective::kReduce, "binomial", "intra_binomial"},
    Pair{Collective::kReduce, "knomial", "intra_binomial", false},
    Pair{Collective::kReduce, "binary", "intra_binomial", false},
    Pair{Collective::kReduce, "rabenseifner", "intra_reduce_scatter_gather"},
    Pair{Collective::kAllreduce, "recursive_doubling", "intra_recursive_doubling"},
    Pair{Collective::kAllreduce, "recursive_multiplying", "intra_recursive_doubling", false},
    Pair{Collective::kAllreduce, "rabenseifner", "intra_reduce_scatter_allgather"},
    Pair{Collective::kAllreduce, "ring", "intra_reduce_scatter_allgather", false},
    Pair{Collective::kAllgather, "ring", "intra_ring"},
    Pair{Collective::kAllgather, "recursive_doubling", "intra_recursive_doubling"},
    Pair{Collective::kAllgather, "bruck:k=2", "intra_brucks"},
    Pair{Collective::kAllgather, "bruck", "intra_brucks", false},
    Pair{Collective::kAllgather, "neighbor_exchange", "intra_ring", false},
    Pair{Collective::kAllgatherv, "ring", "intra_ring"},
    Pair{Collective::kAllgatherv, "bruck:k=2", "intra_brucks"},
    Pair{Collective::kAllgatherv, "bruck", "intra_brucks", false},
    Pair{Collective::kAllgatherv, "neighbor_exchange", "intra_ring", false},
    Pair{Collective::kAlltoall, "bruck:k=2", "intra_brucks"},
    Pair{Collective::kAlltoall, "bruck", "intra_brucks", false},
    Pair{Collective::kAlltoall, "pairwise", "intra_pairwise"},
    Pair{Collective::kAlltoall, "flat_bounded:outstanding=32", "intra_scattered"},
    Pair{Collective::kAlltoall, "flat_bounded", "intra_scattered", false},
    Pair{Collective::kAlltoall, "flat", "intra_scattered", false},
    Pair{Collective::kAlltoallv, "flat_bounded:outstanding=32", "intra_scattered"},
    Pair{Collective::kAlltoallv, "flat_bounded", "intra_scattered", false},
    Pair{Collective::kAlltoallv, "flat", "intra_scattered", false},
    Pair{Collective::kAlltoallw, "flat_bounded:outstanding=32", "intra_scattered"},
    Pair{Collective::kAlltoallw, "flat_bounded", "intra_scattered", false},
    Pair{Collective::kAlltoallw, "flat", "intra_scattered", false},
    Pair{Collective::kBarrier, "dissemination:k=2", "intra_dissemination"},
    Pair{Collective::kBarrier, "dissemination", "intra_dissemination", false},
    Pair{Collective::kBarrier, "recursive_doubling", "intra_dissemination", false},
    Pair{Collective::kReduceScatterBlock, "pairwise", "intra_pairwise"},
    Pair{Collective::kReduceScatterBlock, "recursive_halving", "intra_recursive_halving"},
    Pair{Collective::kReduceScatter, "pairwise", "intra_pairwise"},
    Pair{Collective::kReduceScatter, "recursive_halving", "intra_recursive_halving"},
    Pair{Collective::kScan, "recursive_doubling", "intra_recursive_doubling"},
    Pair{Collective::kExscan, "recursive_doubling", "intra_recursive_doubling"},
};

/// Algorithms that MPICH's control variables select, but that end the program for an unsuitable
/// call, so that colltune does not select them. Each with the own algorithm to use instead; empty
/// for none.
constexpr std::array kNotSelected = {
    Pair{Collective::kReduceScatterBlock, "pairwise", "intra_pairwise"},
    Pair{Collective::kReduceScatterBlock, "", "intra_noncommutative"},
    Pair{Collective::kReduceScatter, "pairwise", "intra_pairwise"},
    Pair{Collective::kReduceScatter, "", "intra_noncommutative"},
};

/// Returns the algorithm's name without its collective and type: "binomial".
std::string_view ShortName(std::string_view algorithm) {
  const std::string_view type = TypeOf(algorithm);
  return algorithm.substr(algorithm.find(type) + type.size() + 1);
}

/// Returns the library's name of an algorithm for calls within one group; empty if it has none.
std::string NativeName(const MpichCollective& collective, const std::string& native) {
  for (const std::string_view type : {"intra_", "allcomm_"}) {
    std::string name = MpichAlgorithmName(collective, std::string(type) + native);
    if (HasAlgorithm(collective, name)) return name;
  }
  return "";
}

/// Tells whether CH4 composes the call of steps within nodes and between them: several nodes with
/// several ranks each. An algorithm that a control variable selects then does single steps only. By
/// trees, as colltune writes them, it does the whole. (Counted on two nodes of three ranks: a
/// broadcast by scatter_ring_allgather sends 19 messages, and 35 as a whole.)
bool RunsInSteps(const Call& call) {
  constexpr std::array kComposed = {Collective::kBcast, Collective::kReduce, Collective::kAllreduce,
                                    Collective::kBarrier, Collective::kScan};
  return std::ranges::count(kComposed, call.collective) > 0 && call.ranks_per_node > 1 &&
         call.ranks_per_node < call.ranks;
}

bool CanRun(const MpichCollective& collective, const Call& call, std::string_view name) {
  const MpichFacts facts = FactsOf(collective, call);
  return std::ranges::none_of(MpichNeeds(), [&](const MpichNeed& need) {
    return need.name == name && !facts.MayBe(need.subject, need.value);
  });
}

}  // namespace

std::optional<Counterpart> MpichCounterpart(const Call& call, const Choice& choice) {
  const MpichCollective& collective = *FindMpichCollective(ToText(call.collective));
  Counterpart found;
  if (choice.IsNative()) found = {NativeName(collective, choice.native), !RunsInSteps(call)};
  if (choice.HasSchedule()) {
    const std::string text = ToText(choice);
    const auto pair = std::ranges::find_if(kPairs, [&](const Pair& one) {
      return one.collective == call.collective &&
             (one.ours == text || one.ours == choice.algorithm->name);
    });
    if (pair != kPairs.end()) {
      found = {MpichAlgorithmName(collective, pair->name), pair->is_exact};
    }
  }
  if (found.name.empty() || !CanRun(collective, call, found.name)) return std::nullopt;
  return found;
}

std::optional<std::string> MpichChoiceOf(Collective collective, const std::string& name) {
  const MpichCollective& known = *FindMpichCollective(ToText(collective));
  if (!HasAlgorithm(known, name)) return std::nullopt;
  for (const Pair& one : kNotSelected) {
    if (one.collective != collective || name != MpichAlgorithmName(known, one.name)) continue;
    return one.ours.empty() ? std::nullopt : std::optional(std::string(one.ours));
  }
  return std::string(kNativePrefix) + std::string(ShortName(name));
}

}  // namespace colltune
