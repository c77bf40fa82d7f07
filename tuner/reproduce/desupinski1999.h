// The judges of de Supinski & Karonis's figures, and the names in their rows.
#ifndef COLLTUNE_TUNER_REPRODUCE_DESUPINSKI1999_H_
#define COLLTUNE_TUNER_REPRODUCE_DESUPINSKI1999_H_

#include <array>

#include "tuner/reproduce/judging.h"

namespace colltune::tune::desupinski1999 {

inline constexpr std::string_view kShort = "256";  ///< sizes of messages, which are the groups
inline constexpr std::string_view kLong = "64K";

inline constexpr std::array<std::string_view, 3> kAlgorithms = {"chain", "chain_backward",
                                                                "binomial"};

// Methods.
inline constexpr std::string_view kSendLatency = "send_latency";
inline constexpr std::string_view kRounds = "rounds";
inline constexpr std::string_view kRoundsBackward = "rounds_backward";
inline constexpr std::string_view kBarrier = "barrier";
inline constexpr std::string_view kBarrierRing = "barrier_ring";
inline constexpr std::string_view kAcknowledgeAll = "acknowledge_all";
inline constexpr std::string_view kOurs = "per_destination";

inline constexpr std::string_view kTruth = " OL";  ///< suffix: timed by per_destination

// Judges use the largest number of ranks in the rows, unless their comments say otherwise.
ClaimJudgement JudgeSendLatency(std::span<const FigureRow> rows);  ///< by all numbers of ranks
ClaimJudgement JudgeOrder(std::span<const FigureRow> rows);
ClaimJudgement JudgeRounds(std::span<const FigureRow> rows);
ClaimJudgement JudgeBarriers(std::span<const FigureRow> rows);
ClaimJudgement JudgeAcknowledge(std::span<const FigureRow> rows);  ///< by all numbers of ranks
ClaimJudgement JudgeLatencies(std::span<const FigureRow> rows);    ///< by all numbers of ranks
ClaimJudgement JudgeBounds(std::span<const FigureRow> rows);       ///< by all numbers of ranks

}  // namespace colltune::tune::desupinski1999

#endif  // COLLTUNE_TUNER_REPRODUCE_DESUPINSKI1999_H_
