#include "tuner/usage/usage.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "algorithms/buffers.h"

namespace colltune::tune {
namespace {

/// Properties that the calls of one Usage share.
using Kind = std::tuple<Collective, Layout, Placement, int, std::string, std::string>;

Kind KindOf(const CallStats& calls) {
  return {calls.collective, {calls.ranks, calls.ranks_per_node},
          calls.placement,  SizeClass(calls.least),
          calls.choice,     calls.why};
}

/// Adds the calls of one rank; `share`: the share of the job's ranks that this rank stands for.
void Add(const CallStats& calls, double share, Usage& usage) {
  const bool is_first = usage.samples == 0;
  usage.least = is_first ? calls.least : std::min(usage.least, calls.least);
  usage.most = is_first ? calls.most : std::max(usage.most, calls.most);
  const auto count = static_cast<double>(calls.calls);
  // Until all ranks are added, `usage.calls` counts a call once for each rank.
  const double part = count / (usage.calls + count);
  usage.mean_bytes += part * (calls.mean_bytes - usage.mean_bytes);
  usage.call += part * (calls.mean - usage.call);
  usage.calls += count;
  usage.time += share * count * calls.mean;
  usage.samples += calls.samples;
  if (calls.samples < kEnoughSamples) return;
  usage.quickest = usage.quickest ? std::min(*usage.quickest, calls.median) : calls.median;
}

/// Files by name of the job, then by rank.
using Files = std::map<std::string, std::map<int, const StatsFile*>>;

class Sum {
 public:
  /// Adds all files of a job.
  void Add(const std::string& name, const std::map<int, const StatsFile*>& files) {
    const int ranks = files.begin()->second->header.ranks;
    const auto present = static_cast<double>(files.size());
    summary_.jobs[name] = {ranks, static_cast<int>(files.size())};
    std::map<Kind, Usage> usages;
    for (const auto& [rank, file] : files) {
      summary_.elapsed += file->header.elapsed / present;
      if (!file->header.profile.empty()) summary_.profiles.insert(file->header.profile);
      std::set<std::tuple<Layout, Placement, std::int64_t>> seen;
      for (const CallStats& calls : file->calls) {
        Usage& usage = usages[KindOf(calls)];
        tune::Add(calls, 1 / present, usage);
        const Layout layout{calls.ranks, calls.ranks_per_node};
        if (!seen.emplace(layout, calls.placement, calls.communicator).second) continue;
        Communicators& communicators = summary_.communicators[{layout, calls.placement}];
        if (!calls.name.empty()) communicators.names.insert(calls.name);
        communicators.count += calls.communicators * ranks / (present * calls.ranks);
      }
    }
    for (const auto& [kind, usage] : usages) Join(kind, usage, ranks / present);
  }

  UsageSummary Done() {
    for (auto& [kind, usage] : usages_) {
      std::tie(usage.collective, usage.layout, usage.placement, std::ignore, usage.choice,
               usage.why) = kind;
      summary_.usages.push_back(std::move(usage));
    }
    std::ranges::stable_sort(summary_.usages, std::greater(), &Usage::time);
    return std::move(summary_);
  }

 private:
  /// Adds the usage of a job. `each`: the number of ranks that each rank with a file stands for.
  void Join(const Kind& kind, Usage of_job, double each) {
    of_job.calls *= each / std::get<Layout>(kind).ranks;
    const auto [all, is_first] = usages_.try_emplace(kind, of_job);
    if (is_first) return;
    Usage& usage = all->second;
    usage.least = std::min(usage.least, of_job.least);
    usage.most = std::max(usage.most, of_job.most);
    const double part = of_job.calls / (usage.calls + of_job.calls);
    usage.mean_bytes += part * (of_job.mean_bytes - usage.mean_bytes);
    usage.call += part * (of_job.call - usage.call);
    usage.calls += of_job.calls;
    usage.time += of_job.time;
    usage.samples += of_job.samples;
    if (of_job.quickest && usage.quickest) {
      usage.quickest = std::min(*usage.quickest, *of_job.quickest);
    } else if (of_job.quickest) {
      usage.quickest = of_job.quickest;
    }
  }

  UsageSummary summary_;
  std::map<Kind, Usage> usages_;
};

/// Medians by size in bytes.
using Times = std::map<double, Seconds>;

Times MeasuredIn(const Row& row, const std::string& choice) {
  Times times;
  for (const Rule& rule : row.rules) {
    for (const Evidence& evidence : rule.evidence) {
      const Candidate* candidate = evidence.Find(choice);
      if (candidate == nullptr || candidate->samples == 0) continue;
      times[static_cast<double>(evidence.bytes.count)] = candidate->median;
    }
  }
  return times;
}

std::optional<Seconds> Between(const Times& times, double bytes) {
  const auto high = times.lower_bound(bytes);
  if (high == times.end()) return std::nullopt;
  if (high->first == bytes) return high->second;
  if (high == times.begin()) return std::nullopt;
  const auto low = std::prev(high);
  const double share = (bytes - low->first) / (high->first - low->first);
  return low->second + share * (high->second - low->second);
}

/// Returns the time of the first row that has one. Rows for some roots come after the row for all.
std::optional<Seconds> ExpectedBy(const DecisionTable& table, const Usage& usage) {
  if (!KnowsSizes(usage.collective)) return std::nullopt;
  const CommunicatorSize size = SizeOf(usage.layout);
  for (const Row& row : table.rows) {
    const bool is_for = row.collective == usage.collective && row.region.Contains(size) &&
                        row.placement.Covers(usage.placement);
    if (!is_for) continue;
    if (const auto time = Between(MeasuredIn(row, usage.choice), usage.mean_bytes)) return time;
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> Usage::Ratio() const {
  if (!quickest || !expected) return std::nullopt;
  return *quickest / *expected;
}

Seconds UsageSummary::InCollectives() const {
  Seconds all{};
  for (const Usage& usage : usages) all += usage.time;
  return all;
}

UsageSummary SummaryOf(std::span<const StatsFile> files) {
  Files jobs;
  for (const StatsFile& file : files) jobs[file.header.job].emplace(file.header.rank, &file);
  Sum sum;
  for (const auto& [name, ranks] : jobs) sum.Add(name, ranks);
  return sum.Done();
}

void Expect(const DecisionTable& table, std::span<Usage> usages) {
  for (Usage& usage : usages) usage.expected = ExpectedBy(table, usage);
}

int CountSlower(std::span<const Usage> usages, double factor) {
  return static_cast<int>(std::ranges::count_if(
      usages, [factor](const Usage& usage) { return usage.Ratio().value_or(0) > factor; }));
}

}  // namespace colltune::tune
