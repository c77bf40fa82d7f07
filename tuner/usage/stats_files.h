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

/// Each of `names` is a file, or what COLLTUNE_STATS was: then it stands for NAME.0, NAME.1, ...,
/// as far as they are of one job with NAME.0. Throws std::invalid_argument where nothing can be
/// used.
StatsRead ReadStats(const std::vector<std::string>& names);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_USAGE_STATS_FILES_H_
