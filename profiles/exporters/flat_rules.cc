#include "profiles/exporters/flat_rules.h"

#include <algorithm>
#include <limits>
#include <map>
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

/// Returns, for each number of ranks, the row with the most ranks per node among rows without
/// roots.
std::vector<const Row*> RowsOfMostPerNode(const DecisionTable& table) {
  std::map<std::pair<Collective, int>, const Row*> rows;
  for (const Row& row : table.rows) {
    const CommunicatorSize size = row.region.Smallest();
    const Row*& kept = rows[{row.collective, size.ranks}];
    if (row.roots) continue;
    if (kept == nullptr || kept->region.Smallest().ranks_per_node < size.ranks_per_node) {
      kept = &row;
    }
  }
  std::vector<const Row*> all;
  for (const auto& [key, row] : rows) {
    if (row != nullptr) all.push_back(row);
  }
  return all;
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

std::vector<FlatRule> Flatten(const DecisionTable& table, std::span<const Match> matches,
                              BlocksOf blocks_of, std::int64_t most) {
  std::vector<FlatRule> rules;
  for (const Row* row : RowsOfMostPerNode(table)) {
    for (const Rule& rule : row->rules) {
      const Call call = CallOf(*row, rule.first);
      const auto counterpart =
          FindMatch(matches, call, ParseChoice(row->collective, rule.choice.text()));
      const std::int64_t first = SizeOf(call, blocks_of);
      if (!counterpart || first > most) continue;
      Call next = call;  // the first size after the rule
      next.bytes = {rule.last.count + 1};
      const bool has_sizes = blocks_of(call.collective, call.ranks) > 0;
      const std::int64_t last = has_sizes ? std::min(most, SizeOf(next, blocks_of) - 1) : most;
      rules.push_back({call.collective, call.ranks, call.ranks, first, last, counterpart->name});
    }
  }
  return rules;
}

std::unique_ptr<Selection> FirstOf(std::vector<FlatRule> rules, BlocksOf blocks_of) {
  return std::make_unique<FirstRule>(std::move(rules), blocks_of);
}

}  // namespace colltune
