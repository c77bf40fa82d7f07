// The judges of Bell et al.'s figures, and the names in their rows.
#ifndef COLLTUNE_TUNER_REPRODUCE_BELL2003_H_
#define COLLTUNE_TUNER_REPRODUCE_BELL2003_H_

#include "tuner/reproduce/judging.h"

namespace colltune::tune::bell2003 {

inline constexpr std::int64_t kSmall = 8;  ///< bytes, as in the paper
inline constexpr double kPerKibibyte = 1024;

// Series of quantities at kSmall bytes; groups are layers.
inline constexpr std::string_view kEelName = "EEL";
inline constexpr std::string_view kSendName = "o_s";
inline constexpr std::string_view kReceiveName = "o_r";
inline constexpr std::string_view kGapName = "g";
inline constexpr std::string_view kByteGapName = "G of 1K";

// Figure 8: series over the bytes.
inline constexpr std::string_view kMeasured = "measured";
inline constexpr std::string_view kModel = "g + M G";

ClaimJudgement JudgeOverlap(std::span<const FigureRow> rows);
ClaimJudgement JudgeDepths(std::span<const FigureRow> rows);  ///< series are layers
ClaimJudgement JudgeTimeLeft(std::span<const FigureRow> rows);
ClaimJudgement JudgeOrders(std::span<const FigureRow> rows);
ClaimJudgement JudgeSizes(std::span<const FigureRow> rows);

}  // namespace colltune::tune::bell2003

#endif  // COLLTUNE_TUNER_REPRODUCE_BELL2003_H_
