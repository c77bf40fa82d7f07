#include "tuner/decide/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "profiles/sizes.h"
#include "tuner/decide/replication.h"
#include "tuner/search/judgement.h"

namespace colltune::tune {
namespace {

int NodesOf(const Layout& layout) { return SizeOf(layout).nodes; }

/// Returns spans of numbers from the first of some values to the last, each with the number that
/// decides for it: every value for itself, and between two values their geometric mean.
std::map<int, Span> SpansOf(const std::set<int>& values) {
  std::map<int, Span> spans;
  int before = 0;
  for (const int value : values) {
    if (before > 0 && value > before + 1) {
      const double mean = std::sqrt(static_cast<double>(before) * value);
      spans[std::clamp(static_cast<int>(mean), before + 1, value - 1)] = {before + 1, value - 1};
    }
    spans[value] = {value, value};
    before = value;
  }
  return spans;
}

/// Returns the numbers of ranks that decide for communicators of so many nodes and ranks per node,
/// rising, of which some are `measured`: also the most that there can be, and an odd number of
/// which some node has fewer. Many algorithms need equally many ranks on each node, or an even
/// number.
std::set<int> RanksOn(int nodes, int each, std::set<int> measured) {
  const int all = nodes * each;
  const int fewest = each + nodes - 1;
  measured.insert(all);
  const bool has_uneven = *measured.begin() < all;
  if (!has_uneven && fewest < all) {
    const int uneven = std::max(all - each / 2, fewest);
    measured.insert(uneven % 2 == 0 && uneven > fewest ? uneven - 1 : uneven);
  }
  return measured;
}

/// Returns spans of ranks, each with the number that decides for it: the largest number for itself
/// and more, other numbers up to the next.
std::map<int, Span> SpansOfRanks(const std::set<int>& ranks) {
  std::map<int, Span> spans;
  int first = 1;
  for (auto at = ranks.begin(); at != ranks.end(); ++at) {
    const auto next = std::next(at);
    const bool before_last = next != ranks.end() && std::next(next) == ranks.end();
    int last = kMostCount;
    if (next != ranks.end()) last = before_last ? *next - 1 : (*at + *next) / 2;
    spans[*at] = {first, last};
    first = last == kMostCount ? last : last + 1;
  }
  return spans;
}

/// Sizes up to this multiple of each other, which are decided alike, decide for sizes between them.
constexpr int kAlike = 4;

/// Makes the row of one cell and group of roots.
class RowCompiler {
 public:
  RowCompiler(const Measurements& measurements, const CompileOptions& options,
              Collective collective, const Layout& layout, const RootGroup& group)
      : measurements_(measurements),
        options_(options),
        problem_{collective, layout, Bytes{}, group.measured},
        sizes_(measurements.SizesAt(problem_)) {
    if (const auto found = measurements.Find(problem_)) curve_ = &measurements.curves()[*found];
  }

  std::vector<Rule> Rules() {
    if (sizes_.empty()) return {};
    if (!KnowsSizes(problem_.collective)) return {RuleForAllSizes()};
    JudgeSizes();
    std::vector<Decision> decisions;
    for (const auto& [bytes, judgement] : judgements_) decisions.push_back(judgement.decision);
    std::vector<Rule> rules = MakeRules(
        decisions,
        [this](ChoiceId choice, Bytes bytes) {
          return measurements_.EstimateAt(choice, At(bytes));
        },
        measurements_.rule().margin);
    for (Rule& rule : rules) Describe(rule);
    return rules;
  }

 private:
  Problem At(Bytes bytes) const {
    Problem problem = problem_;
    problem.bytes = bytes;
    return problem;
  }

  bool IsMeasured(std::size_t size) const {
    return curve_ != nullptr && curve_->measured().contains(sizes_[size]);
  }

  /// Judges measured sizes, the first and the last, and sizes between them: predictions take time.
  void JudgeSizes() {
    std::size_t before = 0;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      if (i > 0 && i + 1 < sizes_.size() && !IsMeasured(i)) continue;
      judgements_[sizes_[i]] = JudgeAt(sizes_[i]);
      JudgeBetween(before, i);
      before = i;
    }
  }

  /// Judges sizes between two judged ones, unless these are near each other and decided alike.
  void JudgeBetween(std::size_t low, std::size_t high) {
    if (high - low < 2) return;
    const bool is_near = sizes_[high].count <= kAlike * sizes_[low].count;
    if (is_near && judgements_.at(sizes_[low]).decision.choice ==
                       judgements_.at(sizes_[high]).decision.choice) {
      return;
    }
    const std::size_t middle = low + (high - low) / 2;
    judgements_[sizes_[middle]] = JudgeAt(sizes_[middle]);
    JudgeBetween(low, middle);
    JudgeBetween(middle, high);
  }

  Judgement JudgeAt(Bytes bytes) const {
    Judgement judgement = Judge(measurements_, At(bytes));
    if (options_.confirmations == nullptr) return judgement;
    if (judgement.is_measured) {
      judgement.decision = Replicated(std::move(judgement.decision), measurements_, *curve_,
                                      *options_.confirmations);
    } else if (judgement.decision.choice != kLibrary && !RestsOnReplicated(judgement)) {
      judgement.decision.choice = kLibrary;
      judgement.decision.evidence.reason += "; no second run has confirmed what it rests on";
    }
    return judgement;
  }

  /// Whether a second run has confirmed that the library is slower at the problems that an
  /// expectation rests on.
  bool RestsOnReplicated(const Judgement& judgement) const {
    return std::ranges::all_of(judgement.from, [&](const Problem& problem) {
      const CostCurve* const curve = measurements_.MeasuredAt(problem);
      return curve != nullptr && Replicated(Judge(measurements_, problem).decision, measurements_,
                                            *curve, *options_.confirmations)
                                         .choice != kLibrary;
    });
  }

  /// Says what a rule rests on, and keeps the evidence of its measured sizes; without any, the
  /// evidence of the size with the smallest saving.
  void Describe(Rule& rule) const {
    const Judgement* closest = nullptr;
    bool is_measured = false;
    for (const Evidence& evidence : rule.evidence) {
      const Judgement& judgement = judgements_.at(evidence.bytes);
      is_measured = is_measured || judgement.is_measured;
      if (closest == nullptr || judgement.within > closest->within) closest = &judgement;
    }
    std::erase_if(rule.evidence, [&](const Evidence& evidence) {
      const Judgement& judgement = judgements_.at(evidence.bytes);
      return is_measured ? !judgement.is_measured : &judgement != closest;
    });
    if (!is_measured && closest != nullptr) AddInterpolation(*closest, rule);
  }

  static void AddInterpolation(const Judgement& judgement, Rule& rule) {
    if (judgement.from.empty()) return;
    Interpolation interpolation;
    for (const Problem& problem : judgement.from) {
      const CommunicatorSize size = SizeOf(problem.layout);
      interpolation.from.push_back({size.nodes, size.ranks_per_node, size.ranks});
    }
    interpolation.within = std::expm1(judgement.within);
    rule.interpolated = std::move(interpolation);
  }

  Rule RuleForAllSizes() const {
    Judgement judgement = JudgeUnknownSizes(measurements_, problem_);
    ChoiceId choice = judgement.decision.choice;
    std::string reason = judgement.decision.evidence.reason;
    if (choice != kLibrary && options_.confirmations != nullptr) {
      const Replication replication =
          curve_ != nullptr && !curve_->measured().empty()
              ? JudgeForAllSizes(measurements_, *curve_, choice, *options_.confirmations)
              : Replication{};
      reason += ReasonText(replication);
      if (replication.state != ReplicationState::kConfirmed) choice = kLibrary;
    }
    Rule rule{Bytes{0}, kLargestSize, choice, {}};
    if (curve_ != nullptr) {
      for (const auto& [bytes, point] : curve_->measured()) {
        rule.evidence.push_back(measurements_.DecisionAt(*curve_, bytes).evidence);
        if (options_.confirmations != nullptr) {
          AddReplicatedMedians(rule.evidence.back(), measurements_, *curve_, choice,
                               *options_.confirmations);
        }
        rule.evidence.back().reason +=
            "; one choice for all sizes, as ranks do not know them: " + reason;
      }
    }
    if (rule.evidence.empty()) {
      judgement.decision.evidence.reason = reason;
      rule.evidence.push_back(std::move(judgement.decision.evidence));
      AddInterpolation(judgement, rule);
    }
    return rule;
  }

  const Measurements& measurements_;
  const CompileOptions& options_;
  Problem problem_;
  std::vector<Bytes> sizes_;
  const CostCurve* curve_ = nullptr;
  std::map<Bytes, Judgement> judgements_;
};

/// Whether two rows decide alike, and neither rests on measurements of its own.
bool CanJoin(const Row& low, const Row& high) {
  const auto is_interpolated = [](const Row& row) {
    return std::ranges::all_of(
        row.rules, [](const Rule& rule) { return KindOf(rule) != RuleKind::kMeasured; });
  };
  return is_interpolated(low) && is_interpolated(high) && low.roots == high.roots &&
         low.placement == high.placement &&
         std::ranges::equal(low.rules, high.rules, [](const Rule& a, const Rule& b) {
           return a.first == b.first && a.last == b.last && a.choice == b.choice;
         });
}

/// Joins rows of neighbouring numbers of nodes that decide alike.
std::vector<Row> Joined(std::vector<Row> rows) {
  std::ranges::stable_sort(rows, {}, [](const Row& row) {
    return std::tuple(row.region.ranks_per_node.first, row.region.ranks.first, row.placement,
                      row.roots, row.region.nodes.first);
  });
  std::vector<Row> joined;
  for (Row& row : rows) {
    const bool follows = !joined.empty() &&
                         joined.back().region.ranks_per_node == row.region.ranks_per_node &&
                         joined.back().region.ranks == row.region.ranks &&
                         joined.back().region.nodes.last + 1 == row.region.nodes.first &&
                         CanJoin(joined.back(), row);
    if (follows) {
      joined.back().region.nodes.last = row.region.nodes.last;
    } else {
      joined.push_back(std::move(row));
    }
  }
  return joined;
}

/// Siblings of layouts, by ranks per node and ranks.
using SiblingCounts = std::map<std::pair<int, int>, int>;

/// Returns how many siblings a layout has as the next larger one tells, of as many ranks per node
/// where there is one.
int SiblingsOf(const SiblingCounts& siblings, int ranks_per_node, int ranks) {
  const auto next = siblings.lower_bound({ranks_per_node, ranks});
  const bool is_largest = next == siblings.end() || next->first.first != ranks_per_node;
  if (is_largest && next != siblings.begin()) {
    const auto& [layout, count] = *std::prev(next);
    if (layout.first == ranks_per_node) return count;
  }
  return next == siblings.end() ? 1 : next->second;
}

Hull HullOf(const std::vector<RegionCell>& cells) {
  Hull hull{cells.front().region.nodes, cells.front().region.ranks_per_node};
  for (const RegionCell& cell : cells) {
    hull.nodes = Around(hull.nodes, cell.region.nodes);
    hull.ranks_per_node = Around(hull.ranks_per_node, cell.region.ranks_per_node);
  }
  return hull;
}

/// Returns the cells of layouts that lie on equally many sites.
std::vector<RegionCell> CellsAmong(const std::vector<Layout>& layouts, int beyond) {
  std::set<int> nodes;
  std::set<int> each;
  std::map<std::pair<int, int>, std::set<int>> ranks;  // by nodes, and ranks per node
  SiblingCounts siblings;
  std::map<std::pair<int, int>, Layout> known;  // by ranks, and ranks per node
  for (const Layout& layout : layouts) {
    nodes.insert(NodesOf(layout));
    each.insert(layout.ranks_per_node);
    ranks[{NodesOf(layout), layout.ranks_per_node}].insert(layout.ranks);
    siblings[{layout.ranks_per_node, layout.ranks}] = layout.siblings;
    known[{layout.ranks, layout.ranks_per_node}] = layout;
  }
  std::vector<RegionCell> cells;
  std::map<int, Span> node_spans = SpansOf(nodes);
  if (beyond > 0 && !node_spans.empty()) node_spans.begin()->second.first = beyond + 1;
  for (const auto& [count, of_nodes] : node_spans) {
    for (const auto& [number, of_node] : SpansOf(each)) {
      if (of_nodes.last == 1 && of_node.last == 1) continue;  // a single rank
      const auto measured = ranks.find({count, number});
      std::set<int> on = measured == ranks.end() ? std::set<int>() : measured->second;
      // Full nodes decide where several numbers of nodes or of ranks share a cell.
      on = of_nodes.IsOne() && of_node.IsOne() ? RanksOn(count, number, std::move(on))
                                               : std::set<int>{count * number};
      for (const auto& [all, of_ranks] : SpansOfRanks(on)) {
        const auto found = known.find({all, number});
        cells.push_back({{of_nodes, of_node, of_ranks},
                         found != known.end()
                             ? found->second
                             : Layout{all, number, {}, SiblingsOf(siblings, number, all)}});
      }
    }
  }
  return cells;
}

}  // namespace

std::vector<RegionCell> CellsOf(const SearchSpace& space, int beyond,
                                const LayoutPlacing& placing) {
  std::map<int, std::vector<Layout>> by_sites;
  for (const Layout& layout : space.layouts) {
    if (NodesOf(layout) > beyond) by_sites[space.metric.SitesOf(layout)].push_back(layout);
  }
  std::vector<RegionCell> cells;
  for (const auto& [sites, layouts] : by_sites) {
    for (RegionCell& cell : CellsAmong(layouts, beyond)) {
      if (by_sites.size() > 1 && std::ranges::find(layouts, cell.layout) == layouts.end()) {
        const auto on = placing.layout(cell.layout.ranks, cell.layout.ranks_per_node, sites);
        if (!on) continue;  // the job has no such ranks
        cell.layout = *on;
      }
      cells.push_back(cell);
    }
  }
  return cells;
}

DecisionTable Compile(const Measurements& measurements, const CompileOptions& options) {
  DecisionTable table;
  const std::vector<RegionCell> cells =
      CellsOf(measurements.space(), options.beyond, options.placing);
  for (const Collective collective : measurements.space().collectives) {
    std::vector<Row> rows;
    for (const auto& [region, layout] : cells) {
      for (const RootGroup& group : measurements.space().GroupsOf(collective, layout)) {
        options.beat({collective, layout, {}, group.measured});
        Row row{collective, region, {}};
        row.placement = options.placing.placement(layout);
        row.rules = RowCompiler(measurements, options, collective, layout, group).Rules();
        if (group.roots.empty()) {
          rows.push_back(std::move(row));
          continue;
        }
        for (const Roots& roots : group.roots) {
          rows.push_back(row);
          rows.back().roots = roots;
        }
      }
    }
    std::ranges::move(Joined(std::move(rows)), std::back_inserter(table.rows));
  }
  for (Row& row : table.rows) {
    // Full nodes have one number of ranks.
    const Span possible = row.region.PossibleRanks();
    if (possible.IsOne()) row.region.ranks = possible;
  }
  std::ranges::sort(table.rows, {}, &Row::Key);
  if (!cells.empty()) table.hull = HullOf(cells);
  return table;
}

}  // namespace colltune::tune
