#include "profiles/exporters/mpich/mpich_counterparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include "algorithms/registry.h"
#include "profiles/exporters/mpich/mpich_answers.h"
#include "profiles/exporters/mpich/mpich_selection.h"

namespace colltune {
namespace {

struct Pair {
  Collective collective;
  std::string_view ours;  ///< with its parameters; without them it matches any
  std::string_view name;  ///< with parameters, {k} and {segment} for the values of ours
  bool is_exact = true;
  MpichReleases releases = {};
};

// Pairs in the order of lookup: the first that fits counts. Algorithms that no release has anything
// near of are missing: chains, and rings that divide a message into segments.
constexpr std::array kPairs = {
    Pair{Collective::kBcast, "chain_pipelined",
         "intra_pipelined_tree:chunk_size={segment}:is_non_blocking=1:k=1:recv_pre_posted=0:"
         "tree_type=kary",
         true, kSince42},
    Pair{Collective::kBcast, "binary",
         "intra_pipelined_tree:chunk_size={segment}:is_non_blocking=1:k=2:recv_pre_posted=0:"
         "tree_type=kary",
         true, kSince42},
    Pair{Collective::kBcast, "knomial",
         "intra_pipelined_tree:chunk_size={segment}:is_non_blocking=1:k={k}:recv_pre_posted=0:"
         "tree_type=knomial_2",
         true, kSince42},
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
    Pair{Collective::kAllreduce, "recursive_multiplying", "intra_recursive_doubling", false,
         kUntil40},
    Pair{Collective::kAllreduce, "recursive_multiplying", "intra_recexch:k={k}:single_phase_recv=0",
         false, kFrom41To42},
    Pair{Collective::kAllreduce, "recursive_multiplying", "intra_recursive_multiplying:k={k}", true,
         kSince43},
    Pair{Collective::kAllreduce, "rabenseifner", "intra_reduce_scatter_allgather"},
    Pair{Collective::kAllreduce, "k_reduce_scatter_allgather", "intra_reduce_scatter_allgather",
         false, kUntil40},
    Pair{Collective::kAllreduce, "k_reduce_scatter_allgather",
         "intra_k_reduce_scatter_allgather:k={k}:single_phase_recv=0", false, kSince41},
    Pair{Collective::kAllreduce, "ring", "intra_reduce_scatter_allgather", false, kUntil40},
    Pair{Collective::kAllreduce, "ring", "intra_ring", true, kSince41},
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
    Pair{Collective::kBarrier, "dissemination:k=2", "intra_dissemination", true, kUntil40},
    Pair{Collective::kBarrier, "dissemination", "intra_dissemination", false, kUntil40},
    Pair{Collective::kBarrier, "dissemination", "intra_k_dissemination:k={k}", true, kSince41},
    Pair{Collective::kBarrier, "recursive_doubling", "intra_dissemination", false, kUntil40},
    Pair{Collective::kBarrier, "recursive_doubling", "intra_k_dissemination:k=2", false, kSince41},
    Pair{Collective::kReduceScatterBlock, "pairwise", "intra_pairwise"},
    Pair{Collective::kReduceScatterBlock, "recursive_halving", "intra_recursive_halving"},
    Pair{Collective::kReduceScatterBlock, "recursive_splitting", "intra_recursive_halving", false},
    Pair{Collective::kReduceScatter, "pairwise", "intra_pairwise"},
    Pair{Collective::kReduceScatter, "recursive_halving", "intra_recursive_halving"},
    Pair{Collective::kReduceScatter, "recursive_splitting", "intra_recursive_halving", false},
    Pair{Collective::kScan, "recursive_doubling", "intra_recursive_doubling"},
    Pair{Collective::kExscan, "recursive_doubling", "intra_recursive_doubling"},
    // Native algorithms that the release does not have, cannot start from a file, or performs
    // wrongly: k_brucks writes past its memory.
    Pair{Collective::kAllgather, "mpich:k_brucks", "intra_brucks", false},
    Pair{Collective::kAlltoall, "mpich:k_brucks", "intra_brucks", false},
    Pair{Collective::kBarrier, "mpich:k_dissemination", "intra_dissemination", true, kUntil40},
    Pair{Collective::kBarrier, "mpich:dissemination", "intra_k_dissemination:k=2", true, kSince41},
    Pair{Collective::kBarrier, "mpich:recexch", "intra_dissemination", false, kUntil40},
    Pair{Collective::kBarrier, "mpich:recexch", "intra_k_dissemination:k=2", false, kSince41},
};

/// Algorithms that MPICH's control variables select, but that end the program for an unsuitable
/// call or write past their memory, so that colltune does not select them. Each with the own
/// algorithm to use instead; empty for none.
constexpr std::array kNotSelected = {
    Pair{Collective::kAllgather, "bruck", "intra_k_brucks:k={k}", true, kSince41},
    Pair{Collective::kAlltoall, "bruck", "intra_k_brucks:k={k}", true, kSince41},
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

struct Placeholder {
  std::string_view text;
  std::int64_t Parameters::*value;
};

constexpr std::array kPlaceholders = {Placeholder{"{k}", &Parameters::k},
                                      Placeholder{"{segment}", &Parameters::segment}};

/// Returns the name with the values of colltune's parameters. MPICH reads them into an int.
std::string Filled(std::string text, const Parameters& parameters) {
  for (const auto& [placeholder, value] : kPlaceholders) {
    const std::size_t at = text.find(placeholder);
    const std::int64_t most = std::min<std::int64_t>(parameters.*value, INT32_MAX);
    if (at != text.npos) text.replace(at, placeholder.size(), std::to_string(most));
  }
  return text;
}

/// Reads from `text` the values of the placeholders in `name`. Returns nothing where the text is
/// not such a name.
std::optional<Parameters> ReadValues(std::string_view name, std::string_view text) {
  Parameters parameters;
  while (!name.empty()) {
    const auto holder = std::ranges::find_if(
        kPlaceholders, [&](const Placeholder& one) { return name.starts_with(one.text); });
    if (holder == kPlaceholders.end()) {
      if (text.empty() || text.front() != name.front()) return std::nullopt;
      name.remove_prefix(1);
      text.remove_prefix(1);
      continue;
    }
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, parameters.*(holder->value));
    if (read.ec != std::errc()) return std::nullopt;
    name.remove_prefix(holder->text.size());
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  }
  return text.empty() ? std::optional(parameters) : std::nullopt;
}

/// Returns colltune's choice for an algorithm's text by a pair; nothing where the pair is another
/// algorithm's, or colltune's takes no such values.
std::optional<std::string> OursBy(MpichRelease release, const Pair& pair,
                                  const MpichCollective& collective, std::string_view text) {
  const std::string name = AsWritten(release, MpichAlgorithmName(collective, pair.name));
  const auto values = ReadValues(name, text);
  if (!values || pair.ours.empty()) return std::nullopt;
  Choice choice = ParseChoice(pair.collective, pair.ours);
  if (!choice.HasSchedule()) return std::nullopt;
  for (const Parameter& one : choice.algorithm->parameters) {
    const std::int64_t value = (*values).*one.value;
    if (value == 0) continue;
    if (value < one.least) return std::nullopt;
    choice.parameters.*one.value = value;
  }
  return ToText(choice);
}

/// Returns an algorithm of the library for calls within one group, with the parameters that the
/// control variables have; empty if the release has none, or cannot start it from a file.
std::string NativeName(MpichRelease release, const MpichCollective& collective,
                       const std::string& native) {
  for (const std::string_view type : {"intra_", "allcomm_"}) {
    std::string name = MpichAlgorithmName(collective, std::string(type) + native);
    if (!HasAlgorithm(release, collective, name)) continue;
    const auto parameters = ParametersOf(release, name);
    if (!parameters) return "";
    if (!parameters->needed.empty()) name += fmt::format(":{}", parameters->needed);
    return name;
  }
  return "";
}

/// Returns the first pair that fits; nullptr where none does.
const Pair* FindPair(MpichRelease release, Collective collective, const Choice& choice) {
  const std::string text = ToText(choice);
  const auto pair = std::ranges::find_if(kPairs, [&](const Pair& one) {
    return one.collective == collective && one.releases.Has(release) &&
           (one.ours == text || (choice.HasSchedule() && one.ours == choice.algorithm->name));
  });
  return pair == kPairs.end() ? nullptr : &*pair;
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

bool CanRun(MpichRelease release, const MpichCollective& collective, const Call& call,
            std::string_view name) {
  const MpichFacts facts = FactsOf(release, collective, call);
  return std::ranges::none_of(MpichNeeds(), [&](const MpichNeed& need) {
    return need.name == WithoutParameters(name) && !facts.MayBe(need.subject, need.value);
  });
}

}  // namespace

std::optional<Counterpart> MpichCounterpart(MpichRelease release, const Call& call,
                                            const Choice& choice) {
  const MpichCollective& collective = *FindMpichCollective(ToText(call.collective));
  Counterpart found;
  if (const Pair* pair = FindPair(release, call.collective, choice)) {
    const std::string name = AsWritten(release, MpichAlgorithmName(collective, pair->name));
    found = {Filled(name, choice.parameters), pair->is_exact};
  } else if (choice.IsNative()) {
    found.name = NativeName(release, collective, choice.native);
  }
  if (found.name.empty() || !CanRun(release, collective, call, found.name)) return std::nullopt;
  if (choice.IsNative() && RunsInSteps(AsSeenBy(release, call))) found.is_exact = false;
  return found;
}

std::optional<std::string> MpichChoiceOf(MpichRelease release, Collective collective,
                                         const std::string& name) {
  const MpichCollective& known = *FindMpichCollective(ToText(collective));
  const std::string_view bare = WithoutParameters(name);
  if (!HasAlgorithm(release, known, bare)) return std::nullopt;
  for (const Pair& one : kNotSelected) {
    if (one.collective != collective || !one.releases.Has(release)) continue;
    if (bare == WithoutParameters(MpichAlgorithmName(known, one.name))) {
      return OursBy(release, one, known, name);
    }
  }
  const std::string native(ShortName(bare));
  if (name == NativeName(release, known, native)) return std::string(kNativePrefix) + native;
  for (const Pair& one : kPairs) {
    if (one.collective != collective || !one.releases.Has(release) || !one.is_exact) continue;
    if (auto ours = OursBy(release, one, known, name)) return ours;
  }
  return std::nullopt;
}

}  // namespace colltune
