#include "profiles/exporters/mpich/mpich_rows.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "algorithms/registry.h"
#include "profiles/exporters/mpich/mpich_answers.h"
#include "profiles/exporters/mpich/mpich_counterparts.h"
#include "profiles/sizes.h"

namespace colltune {
namespace {

/// MPICH reads thresholds with atoi into an int.
constexpr std::int64_t kLargest = std::numeric_limits<int>::max();

std::string AlgorithmOf(MpichRelease release, const Row& row, const Rule& rule) {
  const auto counterpart = MpichCounterpart(release, CallOf(row, rule.first),
                                            ParseChoice(row.collective, rule.choice.text()));
  return counterpart ? counterpart->name : "";
}

/// Returns the largest size in MPICH's terms that belongs to a block of so many bytes: a mean is
/// rounded down.
std::int64_t InTotal(const Row& row, std::int64_t bytes) {
  // avg_msg_size is a block's, also of alltoall.
  const int blocks = SizeOperator(row.collective) == "avg_msg_size"
                         ? 1
                         : BlocksInTotal(row.collective, row.region.Smallest().ranks);
  return bytes >= kLargest ? kLargest + 1 : (bytes + 1) * blocks - 1;
}

void Append(std::vector<MpichSegment>& segments, std::int64_t last, std::string algorithm) {
  if (!segments.empty() && segments.back().algorithm == algorithm) {
    segments.back().last = last;
  } else if (segments.empty() || segments.back().last < kLargest) {
    segments.push_back({last, std::move(algorithm)});
  }
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

std::vector<MpichSegment> SegmentsOf(MpichRelease release, const Row& row) {
  std::vector<MpichSegment> segments;
  if (SizeOperator(row.collective).empty()) {
    std::set<std::string> algorithms;
    for (const Rule& rule : row.rules) algorithms.insert(AlgorithmOf(release, row, rule));
    return {{kLargest, algorithms.size() == 1 ? *algorithms.begin() : ""}};
  }
  std::int64_t next = 0;
  for (const Rule& rule : row.rules) {
    if (rule.first.count > next) Append(segments, InTotal(row, rule.first.count - 1), "");
    Append(segments, InTotal(row, rule.last.count), AlgorithmOf(release, row, rule));
    next = rule.last.count + 1;
  }
  Append(segments, kLargest + 1, "");
  return segments;
}

int RanksPerNode(const Row& row) {
  const Call call = CallOf(row, {});
  const int nodes = NodesOf(call);
  return (call.ranks + nodes - 1) / nodes;
}

std::vector<const Row*> DistinctRows(MpichRelease release, const DecisionTable& table,
                                     std::string_view collective) {
  const bool has_nodes = TraitsOf(release).has_nodes;
  std::vector<const Row*> rows;
  for (const Row& row : table.rows) {
    if (ToText(row.collective) != collective || row.roots) continue;
    const int ranks = row.region.Smallest().ranks;
    if (ranks < 2) continue;
    const bool is_next = rows.empty() || rows.back()->region.Smallest().ranks != ranks;
    if (is_next || (has_nodes && RanksPerNode(*rows.back()) != RanksPerNode(row))) {
      rows.push_back(&row);
    } else if (!has_nodes) {
      rows.back() = &row;
    }
  }
  return rows;
}

}  // namespace colltune
