// The judges of Hoefler, Schneider & Lumsdaine's figures, and the names in their rows.
#ifndef COLLTUNE_TUNER_REPRODUCE_HOEFLER2008_H_
#define COLLTUNE_TUNER_REPRODUCE_HOEFLER2008_H_

#include "tuner/reproduce/judging.h"

namespace colltune::tune::hoefler2008 {

// Figure 1: series.
inline constexpr std::string_view kLatency = "latency";

// Figure 2: groups.
inline constexpr std::string_view kTogether = "together";
inline constexpr std::string_view kLateReceivers = "1 and 2 late";
inline constexpr std::string_view kLateRoot = "root late";

// Figure 3: groups.
inline constexpr std::string_view kAlone = "alone";
inline constexpr std::string_view kBehindBarrier = "behind a barrier";

// Figure 6: series over the patience N.
inline constexpr std::string_view kFound = "found";
inline constexpr std::string_view kSmallest = "smallest";
inline constexpr std::string_view kExchanges = "exchanges";

// Figure 8: series over the ranks.
inline constexpr std::string_view kLinear = "linear";
inline constexpr std::string_view kTree = "tree";

// Figure 11: series over the bytes.
inline constexpr std::string_view kBlocking = "blocking";
inline constexpr std::string_view kByTime = "by time, tests";
inline constexpr std::string_view kByTimeUntested = "by time";
inline constexpr std::string_view kByWork = "by work, tests";

ClaimJudgement JudgePipeline(std::span<const FigureRow> rows);
ClaimJudgement JudgeSkew(std::span<const FigureRow> rows);
ClaimJudgement JudgeBarrier(std::span<const FigureRow> rows);
ClaimJudgement JudgeQuality(std::span<const FigureRow> rows);
ClaimJudgement JudgeQualityCost(std::span<const FigureRow> rows);
ClaimJudgement JudgeSynchronisation(std::span<const FigureRow> rows);
ClaimJudgement JudgeNonblocking(std::span<const FigureRow> rows);

}  // namespace colltune::tune::hoefler2008

#endif  // COLLTUNE_TUNER_REPRODUCE_HOEFLER2008_H_
