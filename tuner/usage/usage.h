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
#include "tuner/problem/space.h"

namespace colltune::tune {

/// Least samples of a rank for its median to count: fewer say little if ranks wait for each other.
inline constexpr int kEnoughSamples = 20;

/// Calls of one collective on communicators of one layout, of sizes between two powers of two, that
/// one choice was made for.
struct Usage {
  Collective collective = Collective::kBcast;
  Layout layout = {};  ///< no ranks_per_node: not known
  Placement placement = {};
  Bytes least = {};
  Bytes most = {};
  double mean_bytes = 0;
  std::string choice = {};
  std::string why = {};
  double calls = 0;  ///< each once, however many ranks take part
  Seconds time{};    ///< in all, of each rank of the job on the average
  Seconds call{};    ///< of one call, on the average over the ranks that take part
  int samples = 0;
  /// The median of the rank that has the least one, of those with kEnoughSamples: it waits for
  /// others the least.
  std::optional<Seconds> quickest = {};
  std::optional<Seconds> expected = {};  ///< what a profile has measured

  /// How many times as long as expected, if that can be said.
  std::optional<double> Ratio() const;
  /// Whether there was none in the profile.
  bool LacksRule() const { return why == kNoRow || why == kNoRule; }

  friend bool operator==(const Usage&, const Usage&) = default;
};

/// Communicators of one layout.
struct Communicators {
  std::set<std::string> names;
  double count = 0;
};

struct JobUsage {
  int ranks = 0;
  int present = 0;  ///< ranks whose file there is; the others are taken to be like these
};

struct UsageSummary {
  std::vector<Usage> usages;  ///< the most time first
  std::map<std::tuple<Layout, Placement>, Communicators> communicators;
  std::map<std::string, JobUsage> jobs;
  std::set<std::string> profiles;  ///< that the processes have used
  Seconds elapsed{};               ///< from MPI_Init to MPI_Finalize, of all jobs

  Seconds InCollectives() const;
};

/// Several jobs are added up. A rank's file that is there twice counts once.
UsageSummary SummaryOf(std::span<const StatsFile> files);

/// Fills in what `table` has measured of the choices, between two measured sizes in proportion; not
/// where the sizes of calls are not known, or beyond what was measured.
void Expect(const DecisionTable& table, std::span<Usage> usages);

/// Counts the usages that take more than `factor` times the expected time.
int CountSlower(std::span<const Usage> usages, double factor);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_USAGE_USAGE_H_
