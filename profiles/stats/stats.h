// Statistics of an application's calls and their times. The preload library writes them for each
// process by COLLTUNE_STATS, and `colltune stats` reads them. profiles/STATS.md describes the file.
#ifndef COLLTUNE_PROFILES_STATS_STATS_H_
#define COLLTUNE_PROFILES_STATS_STATS_H_

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/collective.h"
#include "algorithms/units.h"
#include "profiles/placement.h"

namespace colltune {

/// Reasons why calls went to the library: the profile has no decision for them. Persistent: these
/// texts stand in files.
inline constexpr std::string_view kNoRow = "no row";
inline constexpr std::string_view kNoRule = "no rule";

struct StatsHeader {
  std::string job = {};  ///< the same for all processes of a job, and for no other job
  int rank = 0;          ///< in MPI_COMM_WORLD
  int ranks = 1;
  std::string profile = {};  ///< its file; empty: no profile was used
  Seconds clock{};           ///< cost of reading the clock, contained about once in each sample
  Seconds elapsed{};         ///< from MPI_Init to MPI_Finalize

  friend bool operator==(const StatsHeader&, const StatsHeader&) = default;
};

/// Calls of one collective on one communicator, of sizes between two powers of two, for which one
/// choice was made.
struct CallStats {
  std::int64_t communicator = 0;  ///< its number in this process, by first use; MPI_COMM_WORLD is 0
  int communicators = 1;          ///< communicators of one layout, of which this is the first
  std::string name = {};          ///< that the communicator had at its first use; may be empty
  int ranks = 1;
  int ranks_per_node = 0;    ///< 0: not known
  Placement placement = {};  ///< no sites: not known
  Collective collective = Collective::kBcast;
  Bytes least = {};
  Bytes most = {};
  double mean_bytes = 0;
  std::string choice = {};  ///< the choice that ran, as ToText(Choice) writes it
  std::string why = {};     ///< "profile", "forced", kNoRow, ...
  std::int64_t calls = 1;
  int samples = 1;  ///< calls that were timed
  Seconds mean{};   ///< of the samples, as is the median
  Seconds median{};

  friend bool operator==(const CallStats&, const CallStats&) = default;
};

struct StatsFile {
  StatsHeader header;
  std::vector<CallStats> calls;

  friend bool operator==(const StatsFile&, const StatsFile&) = default;
};

/// Returns the class of a size. Sizes of one power of two share a class: 0 bytes, 1, 2 and 3, 4 to
/// 7, ...
inline int SizeClass(Bytes bytes) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(bytes.count)));
}

/// Returns the file's text.
std::string StatsText(const StatsFile& stats);

/// Reads as much of a file as can be read. Adds each unreadable line to `faults`, as "FILE:LINE:
/// what". Throws ProfileError if the first line, which identifies the file, cannot be read.
StatsFile ParseStats(std::string_view text, const std::string& file,
                     std::vector<std::string>& faults);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_STATS_STATS_H_
