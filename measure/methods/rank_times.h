// What the ranks saw of one repetition, and how that becomes one sample: pure functions on values.
#ifndef COLLTUNE_MEASURE_METHODS_RANK_TIMES_H_
#define COLLTUNE_MEASURE_METHODS_RANK_TIMES_H_

#include <mpi.h>

#include <limits>
#include <vector>

#include "measure/methods/method.h"

namespace colltune {

/// One rank's part of a repetition.
struct RankTimes {
  GlobalTime start;
  GlobalTime end;
  Seconds own{};         ///< from its own start, or from the common one, to its end
  bool reports = false;  ///< whether its own time is the one that Reduction::kRoot takes
  bool flawed = false;   ///< it started late, or ended too late
};

/// What some ranks saw together; of none by default. Only doubles, so that MPI can join them.
struct Times {
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  Seconds first_start{kNever};
  Seconds last_end{-kNever};
  Seconds root{-kNever};  ///< own time of the rank that reports
  Seconds longest{-kNever};
  Seconds shortest{kNever};
  Seconds sum{};  ///< of the own times
  // The largest clock errors. They bound those of first_start and last_end as well, whichever rank
  // was truly the first or the last one.
  Seconds start_error{};
  Seconds end_error{};
  double flawed = 0;  ///< ranks
};

Times TimesOf(const RankTimes& rank);

/// Of both: associative and commutative, but for the rounding of `sum`.
Times Join(const Times& a, const Times& b);

/// How samples are made from times.
struct Judgement {
  Reduction reduction = Reduction::kGlobal;
  /// The own times count from a moment at which all ranks were to start: then other ranks' clocks
  /// have their part in each of them.
  bool common_start = false;
  double clock_share = 0.1;  ///< see MethodOptions

  /// Whether the time depends on starts and ends by the global clock; else own times are enough.
  bool NeedsGlobalClock() const { return common_start || reduction == Reduction::kGlobal; }
};

/// The sample of a repetition on `ranks` ranks. Its clock error is that of the starts plus that of
/// the ends, or 0 where one clock gave both. It is valid if no rank was flawed, the time is finite
/// and not negative, and the clock error is at most its share of the time.
Sample ToSample(const Times& all, int ranks, const Judgement& judgement);

/// Joins the ranks' times, repetition by repetition; all ranks get the same, to the last bit.
/// Collective over `comm`, on which all ranks have as many times.
std::vector<Times> JoinRanks(std::vector<Times> mine, MPI_Comm comm);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_METHODS_RANK_TIMES_H_
