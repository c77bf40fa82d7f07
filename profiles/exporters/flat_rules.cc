#include "profiles/exporters/flat_rules.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "algorithms/registry.h"

namespace colltune {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

class FirstRule final : public Selection {
 public:
  FirstRule(std::vector<FlatRule> rules, BlocksOf blocks_of)
      : rules_(std::move(rules)), blocks_of_(blocks_of) {}

  std::string Choose(const Call& call) const override {
    const FlatRule* rule = Find(call);
    return rule == nullptr ? "" : rule->name;
  }

  std::string Where(const Call& call) const override {
    const FlatRule* rule = Find(call);
    return rule == nullptr ? "" : rule->where;
  }

  std::vector<Bytes> Borders(const Call& call) const override {
    std::vector<Bytes> borders;
    for (const FlatRule& rule : rules_) {
      if (!IsFor(rule, call)) continue;
      borders.push_back(BytesAt(rule.first, call, blocks_of_));
      if (rule.last < kLargest) borders.push_back(BytesAt(rule.last + 1, call, blocks_of_));
    }
    return borders;
  }

  std::vector<int> RankBorders(Collective collective) const override {
    std::vector<int> borders;
    for (const FlatRule& rule : rules_) {
      if (rule.collective != collective) continue;
      borders.push_back(rule.first_ranks);
      if (rule.last_ranks < kMostCount) borders.push_back(rule.last_ranks + 1);
    }
    return borders;
  }

 private:
  static bool IsFor(const FlatRule& rule, const Call& call) {
    return rule.collective == call.collective && rule.first_ranks <= call.ranks &&
           call.ranks <= rule.last_ranks;
  }

  const FlatRule* Find(const Call& call) const {
    const std::int64_t size = SizeOf(call, blocks_of_);
    const auto found = std::ranges::find_if(rules_, [&](const FlatRule& rule) {
      return IsFor(rule, call) && rule.first <= size && size <= rule.last;
    });
    return found == rules_.end() ? nullptr : &*found;
  }

  std::vector<FlatRule> rules_;
  BlocksOf blocks_of_;
};

/// MPICH's algorithms in our words, where the names differ.
constexpr std::pair<std::string_view, std::string_view> kOfMpich[] = {
    {"brucks", "bruck:k=2"},
    {"dissemination", "dissemination:k=2"},
    {"linear", "flat"},
    {"reduce_scatter_allgather", "rabenseifner"},
    {"reduce_scatter_gather", "rabenseifner"},
    {"scattered", "flat_bounded"},
};

std::string OfMpich(const std::string& native) {
  const auto found = std::ranges::find(kOfMpich, native, [](const auto& one) { return one.first; });
  return found == std::end(kOfMpich) ? native : std::string(found->second);
}

/// Tells whether the schedule of an algorithm is the same at every size.
bool HasOneSchedule(const Choice& choice) {
  return choice.HasSchedule() && !choice.algorithm->divides;
}

/// Tells whether both do the same on two ranks, as most algorithms do: `tune` measures one for all.
bool AreSameOnTwo(const Match& match, const Choice& choice) {
  const std::string_view name = AlgorithmIn(match.choice);
  if (FindAlgorithm(match.collective, name) == nullptr) return false;  // of MPICH alone
  const Choice other = ParseChoice(match.collective, match.choice);
  if (!HasOneSchedule(choice) || !HasOneSchedule(other)) return false;
  for (const Rank root : {0, 1}) {
    for (const bool commutative : {false, true}) {
      const Shape shape{.ranks = 2, .root = root, .commutative = commutative};
      if (!Declines(choice, shape).empty() || !Declines(other, shape).empty()) return false;
      if (BuildAll(choice, shape) != BuildAll(other, shape)) return false;
    }
  }
  return true;
}

/// The part of a row's region that a rule may be for.
struct Part {
  Region region;
  const Row* row = nullptr;

  /// Returns the most ranks that share a node in communicators of so many ranks: all other nodes of
  /// the fewest have one rank at least.
  std::int64_t MostPerNode(std::int64_t ranks) const {
    return std::min<std::int64_t>(region.ranks_per_node.last, ranks - region.nodes.first + 1);
  }
};

/// Returns the parts of the rows for any root that lie in `within`.
std::vector<Part> PartsOf(const DecisionTable& table, Collective collective, const Region& within) {
  std::vector<Part> parts;
  for (const Row& row : table.rows) {
    if (row.collective != collective || row.roots) continue;
    const Part part{Common(row.region, within), &row};
    if (!part.region.PossibleRanks().IsEmpty()) parts.push_back(part);
  }
  return parts;
}

/// Returns the numbers of ranks from which on another of the parts may have the most ranks per
/// node.
std::set<std::int64_t> CutsOf(const std::vector<Part>& parts) {
  std::set<std::int64_t> most;
  std::set<std::int64_t> nodes;
  std::set<std::int64_t> cuts = {2, 3};
  for (const Part& part : parts) {
    const Span ranks = part.region.PossibleRanks();
    cuts.insert({ranks.first, std::int64_t{ranks.last} + 1});
    most.insert(part.region.ranks_per_node.last);
    nodes.insert(part.region.nodes.first);
  }
  for (const std::int64_t each : most) {
    // A part that begins at so many nodes reaches `each` there.
    for (const std::int64_t count : nodes) cuts.insert({each + count - 1, each + count});
  }
  return cuts;
}

/// Returns the part of the most ranks per node, and of equals the one of the fewest nodes.
const Part* BestFor(const std::vector<Part>& parts, std::int64_t ranks) {
  const Part* best = nullptr;
  const auto key = [&](const Part& part) {
    return std::pair(part.MostPerNode(ranks), -part.region.nodes.first);
  };
  for (const Part& part : parts) {
    const Span possible = part.region.PossibleRanks();
    if (ranks < possible.first || possible.last < ranks) continue;
    if (best == nullptr || key(*best) < key(part)) best = &part;
  }
  return best;
}

}  // namespace

std::optional<Counterpart> FindMatch(std::span<const Match> matches, const Call& call,
                                     const Choice& choice) {
  const std::string text = choice.IsNative() ? OfMpich(choice.native) : ToText(choice);
  const std::string_view name = AlgorithmIn(text);
  auto found = std::ranges::find_if(matches, [&](const Match& match) {
    return match.collective == call.collective && (match.choice == text || match.choice == name);
  });
  if (found == matches.end() && call.ranks == 2) {
    found = std::ranges::find_if(matches, [&](const Match& match) {
      return match.collective == call.collective && AreSameOnTwo(match, choice);
    });
  }
  if (found == matches.end()) return std::nullopt;
  return Counterpart{std::string(found->name), found->is_exact};
}

std::optional<Counterpart> FindOurs(std::span<const Match> matches, Collective collective,
                                    std::string_view name) {
  std::optional<Counterpart> ours;
  for (const Match& match : matches) {
    if (match.collective != collective || match.name != name) continue;
    const std::string_view algorithm = AlgorithmIn(match.choice);
    if (FindAlgorithm(collective, algorithm) == nullptr) continue;  // of MPICH alone
    if (ours && !match.is_exact) continue;
    ours = {ToText(ParseChoice(collective, match.choice)), match.is_exact};
    if (match.is_exact) break;
  }
  return ours;
}

std::int64_t SizeOf(const Call& call, BlocksOf blocks_of) {
  const int blocks = blocks_of(call.collective, call.ranks);
  if (blocks == 0) return 0;
  return call.bytes.count > kLargest / blocks ? kLargest : blocks * call.bytes.count;
}

Bytes BytesAt(std::int64_t size, const Call& call, BlocksOf blocks_of) {
  const int blocks = blocks_of(call.collective, call.ranks);
  if (blocks == 0) return {};
  return {size / blocks + (size % blocks == 0 ? 0 : 1)};
}

bool Overlap(const FlatRule& one, const FlatRule& other) {
  return one.collective == other.collective && one.first_ranks <= other.last_ranks &&
         other.first_ranks <= one.last_ranks && one.first <= other.last && other.first <= one.last;
}

std::vector<RowOfRanks> RowsByRanks(const DecisionTable& table, Collective collective, bool scaled,
                                    const Region& within) {
  const std::vector<Part> parts = PartsOf(table, collective, within);
  std::vector<RowOfRanks> all;
  const std::set<std::int64_t> cuts = CutsOf(parts);
  for (auto at = cuts.begin(); at != cuts.end() && std::next(at) != cuts.end(); ++at) {
    const Part* const part = BestFor(parts, *at);
    if (part == nullptr) continue;
    const std::int64_t last = *std::next(at) - 1;
    for (std::int64_t first = *at; first <= last;) {
      const std::int64_t end = scaled ? std::min(last, LastOfOneThreshold(first)) : last;
      const Span ranks{static_cast<int>(first), static_cast<int>(end)};
      const bool goes_on = !scaled && first > 3 && !all.empty() && all.back().row == part->row &&
                           all.back().ranks.last == first - 1;
      if (goes_on) {
        all.back().ranks.last = ranks.last;
      } else {
        all.push_back({ranks, part->row, static_cast<int>(part->MostPerNode(first))});
      }
      first = end + 1;
    }
  }
  return all;
}

std::vector<FlatRule> Flatten(const DecisionTable& table, std::span<const Match> matches,
                              BlocksOf blocks_of, std::int64_t most) {
  std::vector<FlatRule> rules;
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    const auto collective = static_cast<Collective>(i);
    const bool scaled = blocks_of(collective, 2) != blocks_of(collective, 3);
    for (const auto& [ranks, row, per_node] : RowsByRanks(table, collective, scaled)) {
      for (const Rule& rule : row->rules) {
        const Call call{collective, ranks.first, per_node, 0, rule.first};
        const auto counterpart =
            FindMatch(matches, call, ParseChoice(collective, rule.choice.text()));
        const std::int64_t first = SizeOf(call, blocks_of);
        if (!counterpart || first > most) continue;
        Call next = call;  // the first size after the rule
        next.bytes = {rule.last.count + 1};
        const bool has_sizes = blocks_of(collective, call.ranks) > 0;
        const std::int64_t last = has_sizes ? std::min(most, SizeOf(next, blocks_of) - 1) : most;
        rules.push_back({collective, ranks.first, ranks.last, first, last, counterpart->name});
      }
    }
  }
  return rules;
}

std::unique_ptr<Selection> FirstOf(std::vector<FlatRule> rules, BlocksOf blocks_of) {
  return std::make_unique<FirstRule>(std::move(rules), blocks_of);
}

}  // namespace colltune
