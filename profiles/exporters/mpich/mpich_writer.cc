#include "profiles/exporters/mpich/mpich_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "profiles/exporters/mpich/mpich_defaults.h"
#include "profiles/exporters/mpich/mpich_rows.h"

namespace colltune {
namespace {

using Subject = MpichSubject;

/// Two keys that ask about a need of an algorithm: whether it does not hold, and then whether it
/// does.
struct Guard {
  Subject subject;
  int value;
  std::string_view otherwise;
  std::string_view needed;
};

constexpr std::array kGuards = {
    Guard{Subject::kInPlace, 0, "is_sendbuf_inplace=yes", "is_sendbuf_inplace=no"},
    Guard{Subject::kInPlace, 1, "is_sendbuf_inplace=no", "is_sendbuf_inplace=yes"},
    Guard{Subject::kCommutes, 1, "is_commutative=no", "is_commutative=yes"},
    Guard{Subject::kBuiltIn, 1, "is_op_built_in=no", "is_op_built_in=yes"},
    Guard{Subject::kBelowPow2, 0, "count<pow2", "count=any"},
    Guard{Subject::kRegular, 1, "is_block_regular=no", "is_block_regular=yes"},
    Guard{Subject::kConsecutive, 1, "is_node_consecutive=no", "is_node_consecutive=yes"},
};

/// Faults of MPICH itself, of which its own files, which run these algorithms for large blocks,
/// take no notice. In place, reduce_scatter_intra_pairwise.c moves the result by a memcpy between
/// places that overlap if blocks are of unequal size, and aborts.
constexpr std::array kCautions = {
    MpichNeed{"MPIR_Reduce_scatter_intra_pairwise", Subject::kRegular, 1},
};

/// The trees of one collective in one layer.
class Writer {
 public:
  Writer(MpichRelease release, MpichLayer layer, const MpichCollective& collective)
      : release_(release),
        layer_(layer),
        collective_(collective),
        own_(MpichDefaults(release, layer, collective.name)) {}

  MpichLevel ForAll(const std::vector<MpichMeans>& means) const {
    const MpichFacts all(release_, collective_);
    if (means.empty()) return own_;
    if (!collective_.has_intercommunicators) return ForNodes(means, all);
    MpichFacts within = all;
    MpichFacts between = all;
    within.Narrow(Subject::kIntra, 1);
    between.Narrow(Subject::kIntra, 0);
    MpichLevel level = {MakeMpichNode(release_, "comm_type=intra", ForNodes(means, within))};
    MpichLevel other = Specialised(own_, between);
    if (!other.empty())
      level.push_back(MakeMpichNode(release_, "comm_type=inter", std::move(other)));
    return level;
  }

 private:
  /// Adds the condition `key` with the level that below() makes for calls for which it holds. Other
  /// calls go on to later keys.
  template <typename Below>
  void Ask(MpichLevel& level, MpichFacts& rest, const std::string& key, const Below& below) const {
    MpichNode node = MakeMpichNode(release_, key);
    MpichFacts facts = rest;
    const bool is_possible = facts.Narrow(node.condition, true);
    rest.Narrow(node.condition, false);
    if (!is_possible) return;
    node.below = below(facts);
    level.push_back(std::move(node));
  }

  MpichLevel Own(const MpichFacts& facts) const { return Specialised(own_, facts); }

  /// Communicators that MPICH made for itself, of a user's nodes, run MPICH's own choice.
  MpichLevel ForNodes(std::span<const MpichMeans> means, MpichFacts rest) const {
    MpichLevel level;
    if (means.front().means.first == 1) {
      // Since 5.0 MPICH's own communicators count as flat. comm_avg_ppn holds for users' alone.
      const bool has_kinds = TraitsOf(release_).has_kinds;
      Ask(level, rest, has_kinds ? "comm_hierarchy=flat" : "comm_avg_ppn<=1",
          [&](const MpichFacts& facts) { return ForRanks(means.front().ranks, facts); });
      means = means.subspan(1);
    }
    if (!means.empty()) {
      Ask(level, rest, "comm_hierarchy=parent",
          [&](const MpichFacts& facts) { return ForMeans(means, facts); });
    }
    Ask(level, rest, "comm_hierarchy=any", [&](const MpichFacts& facts) { return Own(facts); });
    return level;
  }

  MpichLevel ForMeans(std::span<const MpichMeans> means, MpichFacts rest) const {
    return Thresholds(
        "comm_avg_ppn", 1, means, [](const MpichMeans& one) { return one.means; },
        [&](const MpichMeans& one, const MpichFacts& facts) { return ForRanks(one.ranks, facts); },
        rest);
  }

  MpichLevel ForRanks(std::span<const MpichRanks> ranks, MpichFacts rest) const {
    return Thresholds(
        "comm_size", 0, ranks, [](const MpichRanks& one) { return one.ranks; },
        [&](const MpichRanks& one, const MpichFacts& facts) {
          return ForSizes(one.segments, facts);
        },
        rest);
  }

  /// Returns a level that asks for spans of a number by `name`, and runs MPICH's own choice between
  /// and beyond them. Numbers up to `known` do not get here.
  template <typename Part, typename SpanOf, typename Below>
  MpichLevel Thresholds(std::string_view name, int known, std::span<const Part> parts,
                        const SpanOf& span_of, const Below& below, MpichFacts& rest) const {
    const auto own = [&](const MpichFacts& facts) { return Own(facts); };
    MpichLevel level;
    for (const Part& part : parts) {
      const Span span = span_of(part);
      if (span.first - 1 > known)
        Ask(level, rest, fmt::format("{}<={}", name, span.first - 1), own);
      Ask(level, rest, fmt::format("{}<={}", name, span.last),
          [&](const MpichFacts& facts) { return below(part, facts); });
      known = span.last;
    }
    Ask(level, rest, "comm_size=any", own);
    return level;
  }

  MpichLevel ForSizes(const std::vector<MpichSegment>& segments, MpichFacts rest) const {
    const bool has_sizes = segments.size() > 1;
    // Calls in place ignore the arguments that sizes are taken from.
    const bool ask_in_place = has_sizes && collective_.name == ToText(Collective::kAlltoall);
    if (ask_in_place && !rest.MustBe(Subject::kInPlace, 0)) {
      MpichLevel level;
      Ask(level, rest, "is_sendbuf_inplace=yes",
          [&](const MpichFacts& facts) { return Own(facts); });
      Ask(level, rest, "is_sendbuf_inplace=no",
          [&](const MpichFacts& facts) { return ForSizes(segments, facts); });
      return level;
    }
    if (!has_sizes) return Running(segments.front().algorithm, rest);
    const std::string_view size = SizeOperator(*FindCollective(collective_.name));
    MpichLevel level;
    for (const MpichSegment& segment : segments) {
      const std::string key = &segment == &segments.back()
                                  ? fmt::format("{}=any", size)
                                  : fmt::format("{}<={}", size, segment.last);
      Ask(level, rest, key,
          [&](const MpichFacts& facts) { return Running(segment.algorithm, facts); });
    }
    return level;
  }

  /// Returns the level that runs the algorithm where all its needs hold, and MPICH's own choice
  /// elsewhere.
  MpichLevel Running(const std::string& algorithm, MpichFacts rest) const {
    if (algorithm.empty()) return Own(rest);
    for (const Guard& guard : kGuards) {
      const auto is_open = [&](const MpichNeed& need) {
        return need.name == WithoutParameters(algorithm) && need.subject == guard.subject &&
               need.value == guard.value && !rest.MustBe(need.subject, need.value);
      };
      if (std::ranges::none_of(MpichNeeds(), is_open) && std::ranges::none_of(kCautions, is_open)) {
        continue;
      }
      MpichLevel level;
      Ask(level, rest, std::string(guard.otherwise),
          [&](const MpichFacts& facts) { return Own(facts); });
      Ask(level, rest, std::string(guard.needed),
          [&](const MpichFacts& facts) { return Running(algorithm, facts); });
      return level;
    }
    if (layer_ == MpichLayer::kMpir) return {MakeMpichOutcome("algorithm=", algorithm)};
    // Adds a condition that never holds here, since there are no intercommunicators. Of all such
    // conditions MPICH lets only this one stand without another after it.
    MpichNode never =
        MakeMpichOutcome("composition=", FirstComposition(release_, collective_.name));
    return {MakeMpichNode(release_, "comm_type=inter", {std::move(never)})};
  }

  MpichRelease release_;
  MpichLayer layer_;
  const MpichCollective& collective_;
  const MpichLevel& own_;
};

}  // namespace

MpichLevel MpichTreeOf(MpichRelease release, MpichLayer layer, const DecisionTable& table) {
  MpichLevel tree;
  for (const MpichNode& own : MpichDefaults(release, layer)) {
    const Writer writer(release, layer, *FindMpichCollective(own.Value()));
    const auto collective = FindCollective(own.Value());  // none for nonblocking ones
    const auto means =
        collective ? MeansOf(release, table, *collective) : std::vector<MpichMeans>();
    tree.push_back(MakeMpichNode(release, own.key, writer.ForAll(means)));
  }
  return tree;
}

}  // namespace colltune
