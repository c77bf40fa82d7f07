// The judges of MPIBlib's figures, and the names in their rows.
#ifndef COLLTUNE_TUNER_REPRODUCE_LASTOVETSKY2008_H_
#define COLLTUNE_TUNER_REPRODUCE_LASTOVETSKY2008_H_

#include "tuner/reproduce/judging.h"

namespace colltune::tune::lastovetsky2008 {

inline constexpr Bytes kLargest{100'000};

// Series of the groups "scatter" and "gather".
inline constexpr std::string_view kShortest = "single, shortest";
inline constexpr std::string_view kMean = "single, mean";
inline constexpr std::string_view kLongest = "single, longest";
inline constexpr std::string_view kInSeries = "of 10, mean";

inline constexpr std::string_view kGlobal = "global";
inline constexpr std::string_view kMaximum = "maximum";
inline constexpr std::string_view kRoot = "root";

// Groups of all pairs, and their series.
inline constexpr std::string_view kRoundTrip = "round trip";
inline constexpr std::string_view kWhole = "all";
inline constexpr std::string_view kInTurn = "in turn";
inline constexpr std::string_view kParallel = "parallel";

ClaimJudgement JudgeSeries(std::span<const FigureRow> rows);   ///< by smallest and largest size
ClaimJudgement JudgeMethods(std::span<const FigureRow> rows);  ///< by all sizes
ClaimJudgement JudgeCosts(std::span<const FigureRow> rows);
ClaimJudgement JudgePairs(std::span<const FigureRow> rows);

}  // namespace colltune::tune::lastovetsky2008

#endif  // COLLTUNE_TUNER_REPRODUCE_LASTOVETSKY2008_H_
