// Joins the ranks' times of one repetition, and reduces them to one sample: pure functions on
// values.
#ifndef COLLTUNE_MEASURE_METHODS_RANK_TIMES_H_
#define COLLTUNE_MEASURE_METHODS_RANK_TIMES_H_

#include <mpi.h>

#include <limits>
#include <vector>

#include "measure/methods/method.h"

namespace colltune::measure {

/// One rank's part of a repetition.
struct RankTimes {
  GlobalTime start;
  GlobalTime end;
  Seconds own{};         ///< time from the rank's own start, or from the common one, to its end
  bool reports = false;  ///< whether Reduction::kRoot takes this rank's own time
  bool flawed = false;   ///< whether the rank started late, or ended too late
};

/// Joined times of some ranks; of none by default. Only doubles, so that MPI can join them.
struct Times {
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  Seconds first_start{kNever};
  Seconds last_end{-kNever};
  Seconds root{-kNever};  ///< own time of the rank that reports
  Seconds longest{-kNever};
  Seconds shortest{kNever};
  Seconds sum{};  ///< of the own times
  // Largest clock errors of all ranks. They also bound the errors of first_start and last_end,
  // whichever rank was truly the first or the last one.
  Seconds start_error{};
  Seconds end_error{};
  double flawed = 0;  ///< number of flawed ranks
};

Times TimesOf(const RankTimes& rank);

/// Joins the times of two sets of ranks: associative and commutative, but for the rounding of
/// `sum`.
Times Join(const Times& a, const Times& b);

/// Rules by which times become samples.
struct Judgement {
  Reduction reduction = Reduction::kGlobal;
  /// Whether own times count from a moment at which all ranks were to start. Clock errors of other
  /// ranks then contribute to each own time.
  bool common_start = false;
  double clock_share = 0.1;  ///< see MethodOptions

  /// Tells whether the time depends on starts and ends by the global clock; else own times are
  /// enough.
  bool NeedsGlobalClock() const { return common_start || reduction == Reduction::kGlobal; }
};

/// Returns the sample of a repetition on `ranks` ranks. Its clock error is that of the starts plus
/// that of the ends, or 0 where one clock gave both. The sample is valid if no rank was flawed, the
/// time is finite and not negative, and the clock error is at most clock_share of the time.
Sample ToSample(const Times& all, int ranks, const Judgement& judgement);

/// Joins the ranks' times, repetition by repetition; all ranks get the same, to the last bit.
/// Collective over `comm`; `mine` has the same size on all ranks.
std::vector<Times> JoinRanks(std::vector<Times> mine, MPI_Comm comm);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_METHODS_RANK_TIMES_H_
