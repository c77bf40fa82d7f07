// Calls of an application and their times, over all its processes. Pure: no MPI, no clock, no
// files.
#ifndef COLLTUNE_TUNER_USAGE_USAGE_H_
#define COLLTUNE_TUNER_USAGE_USAGE_H_

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "profiles/decision_table.h"
#include "profiles/stats/stats.h"
#include "tuner/problem/problem.h"

namespace colltune::tune {

/// Least samples of a rank for its median to count: fewer say little if ranks wait for each other.
inline constexpr int kEnoughSamples = 20;

/// Calls of one collective that share layout and placement of their communicators, choice and
/// reason, and a range of sizes between two powers of two.
struct Usage {
  Collective collective = Collective::kBcast;
  Layout layout = {};  ///< ranks_per_node 0: not known
  Placement placement = {};
  Bytes least = {};
  Bytes most = {};
  double mean_bytes = 0;
  std::string choice = {};
  std::string why = {};
  double calls = 0;  ///< each counted once, however many ranks take part
  Seconds time{};    ///< of all calls, on the average over the ranks of the job
  Seconds call{};    ///< of one call, on the average over the ranks that take part
  int samples = 0;
  /// Least median among ranks with kEnoughSamples or more: that rank waits for others the least.
  std::optional<Seconds> quickest = {};
  std::optional<Seconds> expected = {};  ///< time that a profile has measured

  /// Returns `quickest` over `expected`, if both are known.
  std::optional<double> Ratio() const;
  /// Whether the profile had no row or no rule for these calls.
  bool LacksRule() const { return why == kNoRow || why == kNoRule; }

  friend bool operator==(const Usage&, const Usage&) = default;
};

/// Communicators of one layout and placement.
struct Communicators {
  std::set<std::string> names;
  double count = 0;
};

struct JobUsage {
  int ranks = 0;
  int present = 0;  ///< ranks with a file; the others are assumed to be like these
};

struct UsageSummary {
  std::vector<Usage> usages;  ///< in descending order of time
  std::map<std::tuple<Layout, Placement>, Communicators> communicators;
  std::map<std::string, JobUsage> jobs;
  std::set<std::string> profiles;  ///< used by the processes
  Seconds elapsed{};               ///< from MPI_Init to MPI_Finalize, summed over jobs

  Seconds InCollectives() const;
};

/// Adds up the calls of all ranks and jobs. Of two files of one rank only the first counts.
UsageSummary SummaryOf(std::span<const StatsFile> files);

/// Sets the expected time of each usage: the time that `table` has measured of its choice,
/// interpolated linearly between two measured sizes. Sets none where the sizes of calls are not
/// known, or beyond the measured sizes.
void Expect(const DecisionTable& table, std::span<Usage> usages);

/// Counts the usages that take more than `factor` times the expected time.
int CountSlower(std::span<const Usage> usages, double factor);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_USAGE_USAGE_H_
