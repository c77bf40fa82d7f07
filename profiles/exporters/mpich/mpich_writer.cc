#include "profiles/exporters/mpich/mpich_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
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

int RanksOf(const Row& row) { return row.region.Smallest().ranks; }

/// The trees of one collective in one layer.
class Writer {
 public:
  Writer(MpichRelease release, MpichLayer layer, const MpichCollective& collective)
      : release_(release),
        layer_(layer),
        collective_(collective),
        own_(MpichDefaults(release, layer, collective.name)) {}

  MpichLevel ForAll(const std::vector<const Row*>& rows) const {
    const MpichFacts all(release_, collective_);
    if (rows.empty()) return own_;
    if (!collective_.has_intercommunicators) return ForRanks(rows, all);
    MpichFacts within = all;
    MpichFacts between = all;
    within.Narrow(Subject::kIntra, 1);
    between.Narrow(Subject::kIntra, 0);
    MpichLevel level = {MakeMpichNode(release_, "comm_type=intra", ForRanks(rows, within))};
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

  MpichLevel ForRanks(const std::vector<const Row*>& rows, MpichFacts rest) const {
    const auto own = [&](const MpichFacts& facts) { return Own(facts); };
    MpichLevel level;
    for (auto at = rows.begin(); at != rows.end();) {
      const int ranks = RanksOf(**at);
      const auto end =
          std::find_if(at, rows.end(), [&](const Row* row) { return RanksOf(*row) != ranks; });
      const bool has_others = at == rows.begin() || RanksOf(**std::prev(at)) < ranks - 1;
      if (has_others) Ask(level, rest, fmt::format("comm_size<={}", ranks - 1), own);
      Ask(level, rest, fmt::format("comm_size<={}", ranks), [&](const MpichFacts& facts) {
        return ForNodes({at, end}, facts);
      });
      at = end;
    }
    Ask(level, rest, "comm_size=any", own);
    return level;
  }

  /// Communicators that MPICH made for itself, of a user's nodes, run MPICH's own choice.
  MpichLevel ForNodes(std::vector<const Row*> rows, MpichFacts rest) const {
    MpichLevel level;
    if (rows.front()->region.ranks_per_node.first == 1 || !TraitsOf(release_).has_nodes) {
      // Since 5.0 MPICH's own communicators count as flat. comm_avg_ppn holds for users' alone.
      const bool has_kinds = TraitsOf(release_).has_kinds;
      Ask(level, rest, has_kinds ? "comm_hierarchy=flat" : "comm_avg_ppn<=1",
          [&](const MpichFacts& facts) { return ForSizes(*rows.front(), facts); });
      rows.erase(rows.begin());
    }
    if (!rows.empty()) {
      Ask(level, rest, "comm_hierarchy=parent",
          [&](const MpichFacts& facts) { return ForRanksPerNode(rows, facts); });
    }
    Ask(level, rest, "comm_hierarchy=any", [&](const MpichFacts& facts) { return Own(facts); });
    return level;
  }

  MpichLevel ForRanksPerNode(const std::vector<const Row*>& rows, MpichFacts rest) const {
    const auto own = [&](const MpichFacts& facts) { return Own(facts); };
    MpichLevel level;
    int known = 1;  // a communicator with fewer nodes than ranks has more per node
    for (const Row* row : rows) {
      const int number = RanksPerNode(*row);
      if (number - 1 > known) Ask(level, rest, fmt::format("comm_avg_ppn<={}", number - 1), own);
      Ask(level, rest, fmt::format("comm_avg_ppn<={}", number),
          [&](const MpichFacts& facts) { return ForSizes(*row, facts); });
      known = number;
    }
    Ask(level, rest, "comm_size=any", own);
    return level;
  }

  MpichLevel ForSizes(const Row& row, MpichFacts rest) const {
    const std::vector<MpichSegment> segments = SegmentsOf(release_, row);
    const bool has_sizes = segments.size() > 1;
    // Calls in place ignore the arguments that sizes are taken from.
    const bool ask_in_place = has_sizes && row.collective == Collective::kAlltoall;
    if (ask_in_place && !rest.MustBe(Subject::kInPlace, 0)) {
      MpichLevel level;
      Ask(level, rest, "is_sendbuf_inplace=yes",
          [&](const MpichFacts& facts) { return Own(facts); });
      Ask(level, rest, "is_sendbuf_inplace=no",
          [&](const MpichFacts& facts) { return ForSizes(row, facts); });
      return level;
    }
    if (!has_sizes) return Running(segments.front().algorithm, rest);
    const std::string_view size = SizeOperator(row.collective);
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
    tree.push_back(
        MakeMpichNode(release, own.key, writer.ForAll(DistinctRows(release, table, own.Value()))));
  }
  return tree;
}

}  // namespace colltune
