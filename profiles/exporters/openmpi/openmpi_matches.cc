#include "profiles/exporters/openmpi/openmpi_matches.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "algorithms/registry.h"

namespace colltune {
namespace {

enum class Fit { kExact, kExactForPowersOfTwo, kNearest };

constexpr std::int64_t kAnyRadix = 0;
constexpr std::int64_t kAsFanout = -1;  // any radix, which the rule has as its fan-out

struct Match {
  Collective collective;
  std::string_view ours;
  int number;
  Fit fit = Fit::kExact;
  std::int64_t k = kAnyRadix;  ///< of ours
  OpenMpi since = OpenMpi::k41;
};

// Matches in the order of lookup: for one algorithm, the first that suits its radix holds. An exact
// match sends the same messages, with these exceptions:
// - The binomial and k-nomial broadcasts, and folds to a power of two, have other ranks in the same
//   places.
// - The last level of the binary tree is filled from another side.
// - Blocks that wrap around the end of the ranks are one message there and two here.
// In other folds a vector is halved. Compositions of other collectives in Open MPI, such as
// "nonoverlapping" and the "linear" allgather, may use any algorithm for these.
constexpr std::array kMatches = {
    Match{Collective::kAllgather, "ring", 4},
    Match{Collective::kAllgather, "recursive_doubling", 3},
    Match{Collective::kAllgather, "bruck", 2, Fit::kExact, kAsFanout, OpenMpi::k60},
    Match{Collective::kAllgather, "bruck", 2, Fit::kExact, 2},
    Match{Collective::kAllgather, "bruck", 2, Fit::kNearest},
    Match{Collective::kAllgather, "neighbor_exchange", 5},
    Match{Collective::kAllgather, "sparbit", 7, Fit::kNearest, kAnyRadix, OpenMpi::k50},
    Match{Collective::kAllgather, "gather_bcast", 1, Fit::kNearest},
    Match{Collective::kAllgather, "flat", 8, Fit::kExact, kAnyRadix, OpenMpi::k60},
    Match{Collective::kAllgatherv, "ring", 3},
    Match{Collective::kAllgatherv, "bruck", 2, Fit::kExact, 2},
    Match{Collective::kAllgatherv, "bruck", 2, Fit::kNearest},
    Match{Collective::kAllgatherv, "neighbor_exchange", 4},
    Match{Collective::kAllgatherv, "sparbit", 6, Fit::kNearest, kAnyRadix, OpenMpi::k50},
    Match{Collective::kAllreduce, "recursive_doubling", 3},
    Match{Collective::kAllreduce, "recursive_multiplying", 3, Fit::kExact, 2},
    Match{Collective::kAllreduce, "recursive_multiplying", 3, Fit::kNearest},
    Match{Collective::kAllreduce, "ring", 4},
    Match{Collective::kAllreduce, "segmented_ring", 5},
    Match{Collective::kAllreduce, "rabenseifner", 6, Fit::kExactForPowersOfTwo},
    Match{Collective::kAllreduce, "reduce_bcast", 2, Fit::kNearest},
    Match{Collective::kAllreduce, "flat", 7, Fit::kNearest, kAnyRadix, OpenMpi::k60},
    Match{Collective::kAlltoall, "flat", 1},
    Match{Collective::kAlltoall, "flat_bounded", 4, Fit::kNearest},
    Match{Collective::kAlltoall, "pairwise", 2},
    Match{Collective::kAlltoall, "bruck", 3, Fit::kExact, 2},
    Match{Collective::kAlltoall, "bruck", 3, Fit::kNearest},
    Match{Collective::kAlltoallv, "flat", 1},
    Match{Collective::kAlltoallv, "flat_bounded", 1, Fit::kNearest},
    Match{Collective::kAlltoallv, "pairwise", 2},
    Match{Collective::kBarrier, "flat", 1},
    Match{Collective::kBarrier, "double_ring", 2, Fit::kNearest},
    Match{Collective::kBarrier, "recursive_doubling", 3},
    Match{Collective::kBarrier, "dissemination", 4, Fit::kExact, 2},
    Match{Collective::kBarrier, "dissemination", 4, Fit::kNearest},
    Match{Collective::kBarrier, "tree", 6, Fit::kExact, 2},
    Match{Collective::kBarrier, "tree", 6, Fit::kNearest},
    Match{Collective::kBcast, "flat_nonblocking", 1},
    Match{Collective::kBcast, "flat", 1, Fit::kNearest},
    Match{Collective::kBcast, "chain", 3},
    Match{Collective::kBcast, "chain_backward", 3, Fit::kNearest},
    Match{Collective::kBcast, "chain_pipelined", 3},
    Match{Collective::kBcast, "binary", 5},
    Match{Collective::kBcast, "binomial", 6},
    Match{Collective::kBcast, "knomial", 6, Fit::kExact, 2},
    Match{Collective::kBcast, "knomial", 7, Fit::kExact, 4},  // coll_tuned_bcast_knomial_radix
    Match{Collective::kBcast, "knomial", 7, Fit::kNearest},
    Match{Collective::kBcast, "scatter_recursive_doubling_allgather", 8, Fit::kExactForPowersOfTwo},
    Match{Collective::kBcast, "scatter_ring_allgather", 9},
    Match{Collective::kBcast, "double_tree", 4, Fit::kNearest},
    Match{Collective::kExscan, "chain", 1},
    Match{Collective::kExscan, "recursive_doubling", 2, Fit::kNearest},
    Match{Collective::kGather, "flat", 1},
    Match{Collective::kGather, "flat_nonblocking", 1, Fit::kNearest},
    Match{Collective::kGather, "flat_synchronised", 3, Fit::kNearest},
    Match{Collective::kGather, "binomial", 2},
    Match{Collective::kGather, "knomial", 2, Fit::kExact, 2},
    Match{Collective::kGather, "knomial", 2, Fit::kNearest},
    Match{Collective::kReduce, "flat", 1},
    Match{Collective::kReduce, "chain", 3},
    Match{Collective::kReduce, "binary", 6, Fit::kNearest},
    Match{Collective::kReduce, "binomial", 5},
    Match{Collective::kReduce, "knomial", 8, Fit::kExact, kAsFanout, OpenMpi::k60},
    Match{Collective::kReduce, "knomial", 5, Fit::kExact, 2},
    Match{Collective::kReduce, "knomial", 5, Fit::kNearest},
    Match{Collective::kReduce, "rabenseifner", 7, Fit::kExactForPowersOfTwo},
    Match{Collective::kReduceScatter, "recursive_halving", 2},
    Match{Collective::kReduceScatter, "ring", 3},
    Match{Collective::kReduceScatter, "butterfly", 4, Fit::kExactForPowersOfTwo},
    Match{Collective::kReduceScatter, "reduce_scatter", 1, Fit::kNearest},
    Match{Collective::kReduceScatterBlock, "recursive_halving", 3},
    Match{Collective::kReduceScatterBlock, "butterfly", 4, Fit::kExactForPowersOfTwo},
    Match{Collective::kReduceScatterBlock, "reduce_scatter", 1, Fit::kNearest},
    Match{Collective::kScan, "chain", 1},
    Match{Collective::kScan, "recursive_doubling", 2, Fit::kNearest},
    Match{Collective::kScatter, "flat", 1},
    Match{Collective::kScatter, "flat_nonblocking", 3},
    Match{Collective::kScatter, "binomial", 2},
    Match{Collective::kScatter, "knomial", 2, Fit::kExact, 2},
    Match{Collective::kScatter, "knomial", 2, Fit::kNearest},
};

bool IsExact(Fit fit, int ranks) {
  return fit == Fit::kExact ||
         (fit == Fit::kExactForPowersOfTwo && std::has_single_bit(static_cast<unsigned>(ranks)));
}

bool HasSegments(const Algorithm& algorithm) {
  return std::ranges::any_of(algorithm.parameters,
                             [](const Parameter& p) { return p.value == &Parameters::segment; });
}

/// Returns our algorithm with the values of the rule, or nothing where it has no parameter for one
/// of them.
std::optional<Choice> OursOf(const Match& match, TunedChoice rule) {
  Choice choice = StandardChoice(*FindAlgorithm(match.collective, match.ours));
  if (HasSegments(*choice.algorithm)) {
    choice.parameters.segment = rule.segment == 0 ? kMostParameter : rule.segment;
    rule.segment = 0;
  }
  if (match.k > 0) choice.parameters.k = match.k;
  if (match.k > 0 && rule.radix > 1) choice.parameters.k = std::exchange(rule.radix, 0);
  if (match.k == kAsFanout) {
    if (rule.fanout < 2) return std::nullopt;
    choice.parameters.k = std::exchange(rule.fanout, 0);
  }
  if (rule != TunedChoice{.number = rule.number}) return std::nullopt;
  return choice;
}

}  // namespace

std::optional<TunedMatch> FindMatch(Collective collective, int ranks, const Choice& choice,
                                    OpenMpi release) {
  if (!choice.HasSchedule()) return std::nullopt;
  const Parameters& values = choice.parameters;
  for (const Match& match : kMatches) {
    if (match.collective != collective || match.ours != choice.algorithm->name) continue;
    if (match.since > release || (match.k > 0 && match.k != values.k)) continue;
    // The largest segment is no limit for any message, and a rule cannot name it.
    TunedChoice rule = {.number = match.number,
                        .fanout = match.k == kAsFanout ? values.k : 0,
                        .segment = values.segment == kMostParameter ? 0 : values.segment,
                        .requests = release < OpenMpi::k60 ? 0 : values.outstanding};
    return TunedMatch{Normal(collective, rule, release), IsExact(match.fit, ranks)};
  }
  return std::nullopt;
}

std::optional<Counterpart> TunedCounterpart(const Call& call, const Choice& choice,
                                            OpenMpi release) {
  const auto match = FindMatch(call.collective, call.ranks, choice, release);
  if (!match) return std::nullopt;
  return Counterpart{ToText(call.collective, match->choice, release), match->is_exact};
}

std::optional<Counterpart> TunedChoiceOf(Collective collective, std::string_view text,
                                         OpenMpi release) {
  const auto ours = FindOurs(collective, text, release);
  return ours ? std::optional(Counterpart{*ours}) : std::nullopt;
}

std::optional<std::string> FindOurs(Collective collective, std::string_view text, OpenMpi release) {
  const TunedChoice rule = ParseTuned(collective, text, release);
  for (const Match& match : kMatches) {
    if (match.collective != collective || match.number != rule.number) continue;
    if (match.since > release || match.fit == Fit::kNearest) continue;
    const std::optional<Choice> choice = OursOf(match, rule);
    if (choice) return ToText(*choice);
    if (match.k == kAsFanout) break;  // the other lines of this number are for older releases
  }
  return std::nullopt;
}

}  // namespace colltune
