#include "measure/records/pooling.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "measure/statistics/statistics.h"

namespace colltune::measure {
namespace {

using Times = std::vector<Seconds>;

/// Valid times of an implementation of a problem: by run, and in each run by destination.
using Runs = std::map<int, std::map<std::optional<Rank>, Times>>;

/// Returns the times of the destination whose median is the largest.
const Times& Slowest(const std::map<std::optional<Rank>, Times>& by_destination) {
  const auto slowest = std::ranges::max_element(
      by_destination, {}, [](const auto& entry) { return Median(entry.second); });
  return slowest->second;
}

Pool PoolOf(const MeasuredProblem& problem, const std::string& name, const Runs& runs,
            double confidence) {
  Pool pool{problem, {name, {}}, {}};
  for (const auto& [run, by_destination] : runs) {
    pool.contender.runs.push_back(Median(Slowest(by_destination)));
  }
  const StoppingRule median{.confidence = confidence};
  pool.median =
      Evaluate(median, runs.size() > 1 ? pool.contender.runs : Slowest(runs.begin()->second));
  return pool;
}

}  // namespace

std::vector<Pool> PoolRecords(std::span<const Record> records, double confidence) {
  std::vector<std::string> names;
  std::map<std::pair<MeasuredProblem, std::size_t>, Runs> groups;
  for (const Record& record : records) {
    const auto name = std::ranges::find(names, record.algorithm);
    const auto index = static_cast<std::size_t>(name - names.begin());
    if (name == names.end()) names.push_back(record.algorithm);
    if (!record.valid) continue;
    const MeasuredProblem problem{record.op, record.method, record.ranks, record.root,
                                  record.bytes};
    groups[{problem, index}][record.run][record.destination].push_back(record.seconds);
  }
  std::vector<Pool> pools;
  for (const auto& [key, runs] : groups) {
    pools.push_back(PoolOf(key.first, names[key.second], runs, confidence));
  }
  return pools;
}

}  // namespace colltune::measure
