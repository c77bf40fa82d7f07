// The keys of statistics, for who writes and who reads them.
#ifndef COLLTUNE_PROFILES_STATS_STATS_TEXT_H_
#define COLLTUNE_PROFILES_STATS_STATS_TEXT_H_

namespace colltune {

inline constexpr int kStatsVersion = 1;

inline constexpr char kStatsKey[] = "colltune_stats";  ///< of the first line: the version
inline constexpr char kStatsEndKey[] = "end";          ///< of the last line: how many are between

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_STATS_STATS_TEXT_H_
