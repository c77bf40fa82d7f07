// Measures collectives for the rows of figures.
#ifndef COLLTUNE_TUNER_REPRODUCE_TIMING_H_
#define COLLTUNE_TUNER_REPRODUCE_TIMING_H_

#include "tuner/experiments/measuring.h"
#include "tuner/reproduce/figure.h"

namespace colltune::tune {

/// Measurement of one curve of a figure, or of several.
struct Timing {
  Collective collective = Collective::kBcast;
  std::string_view method;                   ///< name of one of Methods()
  std::vector<std::string_view> algorithms;  ///< as `measure --algorithm` takes them
  std::vector<Bytes> sizes;
  std::vector<int> ranks{};  ///< empty: all of the job
  measure::MethodOptions options{};
  /// De Supinski & Karonis: 8 to 30 measurements, until they deviate by less than 3 %.
  measure::StoppingRule rule = measure::FindStatistic("three_percent")->rule;
  std::string_view clock_sync{};  ///< empty: the standard one
};

/// Measures by MeasureAll, and leaves out measurements without a valid time. Throws Interrupted
/// when asked to stop.
std::vector<Measured> MeasureTiming(const Timing& timing, const Bench& bench);

/// Returns numbers of ranks that show the form of de Supinski & Karonis's curves: powers of two,
/// their neighbours and the midpoints between them, from 2 to the job's number, 32 at most.
std::vector<int> CurveRanks(const Bench& bench);

/// Returns a note if the job has fewer ranks than the paper; else none.
std::vector<std::string> NoteRanks(const Bench& bench, int of_the_paper);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPRODUCE_TIMING_H_
