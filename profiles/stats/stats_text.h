// The keys of statistics, shared by writer and reader.
#ifndef COLLTUNE_PROFILES_STATS_STATS_TEXT_H_
#define COLLTUNE_PROFILES_STATS_STATS_TEXT_H_

namespace colltune {

inline constexpr int kStatsVersion = 1;

inline constexpr char kStatsKey[] = "colltune_stats";  ///< of the first line: the version
inline constexpr char kStatsEndKey[] = "end";          ///< of the last line: the number of calls

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_STATS_STATS_TEXT_H_
