#include "profiles/exporters/mpich/mpich_rows.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "algorithms/registry.h"
#include "profiles/exporters/flat_rules.h"
#include "profiles/exporters/mpich/mpich_counterparts.h"
#include "profiles/sizes.h"

namespace colltune {
namespace {

/// MPICH reads thresholds with atoi into an int.
constexpr std::int64_t kLargest = std::numeric_limits<int>::max();

/// A row that decides for a communicator on full nodes.
struct Layout {
  const Row* row = nullptr;
  int ranks = 0;
  int ranks_per_node = 0;
};

std::string AlgorithmOf(MpichRelease release, const Layout& layout, const Rule& rule) {
  const Collective collective = layout.row->collective;
  const Call call{collective, layout.ranks, layout.ranks_per_node, 0, rule.first};
  const auto counterpart =
      MpichCounterpart(release, call, ParseChoice(collective, rule.choice.text()));
  return counterpart ? counterpart->name : "";
}

/// Tells whether MPICH counts the blocks of all ranks.
bool IsScaled(Collective collective) { return SizeOperator(collective) == "total_msg_size"; }

/// Returns the largest size in MPICH's terms that belongs to a block of so many bytes: a mean is
/// rounded down.
std::int64_t InTotal(const Layout& layout, std::int64_t bytes) {
  // avg_msg_size is a block's, also of alltoall.
  const Collective collective = layout.row->collective;
  const int blocks = IsScaled(collective) ? BlocksInTotal(collective, layout.ranks) : 1;
  return bytes >= kLargest ? kLargest + 1 : (bytes + 1) * blocks - 1;
}

void Append(std::vector<MpichSegment>& segments, std::int64_t last, std::string algorithm) {
  if (!segments.empty() && segments.back().algorithm == algorithm) {
    segments.back().last = last;
  } else if (segments.empty() || segments.back().last < kLargest) {
    segments.push_back({last, std::move(algorithm)});
  }
}

/// Returns a row's rules and the gaps between them as segments, by rising size. Where MPICH cannot
/// tell sizes, there is one segment: the algorithm of all rules if they agree, else MPICH's own
/// choice. Rules that begin beyond the largest number that MPICH reads have no segment.
std::vector<MpichSegment> SegmentsOf(MpichRelease release, const Layout& layout) {
  const Row& row = *layout.row;
  std::vector<MpichSegment> segments;
  if (SizeOperator(row.collective).empty()) {
    std::set<std::string> algorithms;
    for (const Rule& rule : row.rules) algorithms.insert(AlgorithmOf(release, layout, rule));
    return {{kLargest, algorithms.size() == 1 ? *algorithms.begin() : ""}};
  }
  std::int64_t next = 0;
  for (const Rule& rule : row.rules) {
    if (rule.first.count > next) Append(segments, InTotal(layout, rule.first.count - 1), "");
    Append(segments, InTotal(layout, rule.last.count), AlgorithmOf(release, layout, rule));
    next = rule.last.count + 1;
  }
  Append(segments, kLargest + 1, "");
  return segments;
}

/// Appends the calls that run the row of a layout, for these ranks, unless they are MPICH's own.
void Append(MpichRelease release, const Layout& layout, int last, std::vector<MpichRanks>& all) {
  MpichRanks next{{layout.ranks, last}, SegmentsOf(release, layout)};
  if (next.segments.size() == 1 && next.segments.front().algorithm.empty()) return;
  const bool goes_on = !all.empty() && all.back().ranks.last == next.ranks.first - 1 &&
                       all.back().segments == next.segments;
  if (goes_on) {
    all.back().ranks.last = last;
  } else {
    all.push_back(std::move(next));
  }
}

/// Returns the last number of ranks that certainly runs the same as `first`. Powers of two are by
/// themselves, as some algorithms are for them alone.
std::int64_t LastAlike(Collective collective, std::int64_t first) {
  const auto ranks = static_cast<std::uint64_t>(first);
  if (std::has_single_bit(ranks)) return first;
  const auto before_power = static_cast<std::int64_t>(std::bit_ceil(ranks)) - 1;
  return IsScaled(collective) ? std::min(before_power, LastOfOneThreshold(first)) : before_power;
}

/// Appends the calls that run the row of a layout, from its ranks to the last.
void AppendAll(MpichRelease release, Layout layout, std::int64_t last,
               std::vector<MpichRanks>& all) {
  for (std::int64_t next = layout.ranks; next <= last; ++next) {
    layout.ranks = static_cast<int>(next);
    next = std::min(last, LastAlike(layout.row->collective, next));
    Append(release, layout, static_cast<int>(next), all);
  }
}

std::vector<const Row*> RowsOf(const DecisionTable& table, Collective collective) {
  std::vector<const Row*> rows;
  for (const Row& row : table.rows) {
    if (row.collective == collective && !row.roots) rows.push_back(&row);
  }
  return rows;
}

/// Returns the layout of a mean that decides, for ranks on the fewest nodes.
std::optional<Layout> LayoutOf(const std::vector<const Row*>& rows, int mean, int ranks) {
  const int nodes = OnFullNodes(ranks, mean).nodes;
  // With more ranks on a node, fewer nodes would do.
  for (int each = mean; ranks > std::int64_t{nodes - 1} * each && each <= ranks; ++each) {
    const auto row = std::ranges::find_if(rows, [&](const Row* one) {
      return one->region.Contains({ranks, nodes, each});
    });
    if (row != rows.end()) return Layout{*row, ranks, each};
  }
  return std::nullopt;
}

/// Returns spans of ranks with this mean for which one row decides, on one node or on several.
std::vector<Span> SpansOf(const std::vector<const Row*>& rows, int mean) {
  Borders cuts({2, kMostCount});
  cuts.Add({mean, mean});  // one node
  for (const Row* row : rows) {
    const auto& [nodes, per_node, ranks] = row->region;
    cuts.Add(row->region.PossibleRanks());
    cuts.Add(std::int64_t{nodes.first - 1} * mean + 1);
    cuts.Add(std::int64_t{nodes.last} * mean + 1);
    // Uneven layouts: all nodes but the last have more ranks than the mean.
    const std::int64_t each = std::max(per_node.first, mean + 1);
    for (int count = std::max(nodes.first, 2); count <= std::min(nodes.last, mean); ++count) {
      cuts.Add((count - 1) * each + 1);
      cuts.Add(std::int64_t{count} * mean + 1);
    }
  }
  return cuts.Pieces();
}

/// Returns the calls with a mean of ranks per node.
std::vector<MpichRanks> RanksOf(MpichRelease release, const std::vector<const Row*>& rows,
                                int mean) {
  std::vector<MpichRanks> all;
  for (const Span& span : SpansOf(rows, mean)) {
    const auto layout = LayoutOf(rows, mean, span.first);
    if (layout) AppendAll(release, *layout, span.last, all);
  }
  return all;
}

/// Largest mean that files tell from larger ones, in ranks per node: a node of two AMD EPYC 9965
/// (2024) has 2 x 192 cores of two threads. Rows may go on without end.
constexpr int kMostMean = 768;

/// Returns the largest mean of the rows.
int MostMean(const std::vector<const Row*>& rows) {
  int most = 0;
  for (const Row* row : rows) {
    const int possible = row->region.PossibleRanks().last;
    most = std::max(most, std::min(row->region.ranks_per_node.last, possible));
  }
  return std::min(most, kMostMean);
}

}  // namespace

std::string_view SizeOperator(Collective collective) {
  switch (collective) {
    case Collective::kBcast:
    case Collective::kReduce:
    case Collective::kAllreduce:
    case Collective::kAlltoall:
      return "avg_msg_size";
    case Collective::kAllgather:
    case Collective::kAllgatherv:
    case Collective::kReduceScatterBlock:
    case Collective::kReduceScatter:
      return "total_msg_size";
    default:
      return "";
  }
}

std::vector<MpichMeans> MeansOf(MpichRelease release, const DecisionTable& table,
                                Collective collective) {
  if (!TraitsOf(release).has_nodes) {
    MpichMeans all{{1, 1}, {}};
    for (const auto& [ranks, row, per_node] :
         RowsByRanks(table, collective, IsScaled(collective))) {
      AppendAll(release, {row, ranks.first, per_node}, ranks.last, all.ranks);
    }
    return all.ranks.empty() ? std::vector<MpichMeans>{} : std::vector{all};
  }
  const std::vector<const Row*> rows = RowsOf(table, collective);
  const int most = MostMean(rows);
  std::vector<MpichMeans> means;
  for (int mean = 1; mean <= most; ++mean) {
    std::vector<MpichRanks> ranks = RanksOf(release, rows, mean);
    if (ranks.empty()) continue;
    const bool goes_on = mean > 2 && !means.empty() && means.back().means.last == mean - 1 &&
                         means.back().ranks == ranks;
    if (goes_on) {
      means.back().means.last = mean;
    } else {
      means.push_back({{mean, mean}, std::move(ranks)});
    }
  }
  return means;
}

}  // namespace colltune
