// Runs this program several times, one after another, and pools the rows. The times of a single run
// hold for its own placement and memory only.
#ifndef COLLTUNE_TUNER_EXPERIMENTS_RUNS_H_
#define COLLTUNE_TUNER_EXPERIMENTS_RUNS_H_

#include <functional>
#include <string>
#include <vector>

#include "measure/records/records.h"

namespace colltune::tune {

struct RunSeriesResult {
  std::vector<measure::Record> records;  ///< of the runs that ended well, with `run` = 1, 2, ...
  int runs = 0;                          ///< number of runs that ended well
  int exit_code = 0;    ///< kDone, kInterrupted, or the code of the run that failed
  std::string problem;  ///< "run 3 of 10 failed with exit code 4"; empty when all went well
};

/// Starts this program `runs` times under mpiexec, a rank on each core, with
///     arguments... --run NUMBER --csv FILE
/// and reads the rows that each run has written into FILE, which is removed. `starting` is told the
/// number of each run before its start. The first run that fails ends the series, as does an
/// interrupt; the rows of earlier runs are kept. Takes over signals, see tuner/job/interrupt.h.
/// Throws std::invalid_argument without mpiexec, and CsvError when the rows of a run cannot be
/// read.
RunSeriesResult RunSeries(const std::vector<std::string>& arguments, int runs,
                          const std::function<void(int)>& starting);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EXPERIMENTS_RUNS_H_
