// Reading the files of COLLTUNE_STATS.
#ifndef COLLTUNE_TUNER_USAGE_STATS_FILES_H_
#define COLLTUNE_TUNER_USAGE_STATS_FILES_H_

#include <string>
#include <vector>

#include "profiles/stats/stats.h"

namespace colltune::tune {

struct StatsRead {
  std::vector<StatsFile> files;
  std::vector<std::string> warnings;  ///< "FILE[:LINE]: what could not be used"
};

/// Reads the statistics of `names`. Each name is a file or, where there is no such file, a value of
/// COLLTUNE_STATS. A value NAME stands for the files NAME.0, NAME.1, ... of one job; files of other
/// jobs are left out. Throws std::invalid_argument where no file can be used.
StatsRead ReadStats(const std::vector<std::string>& names);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_USAGE_STATS_FILES_H_
