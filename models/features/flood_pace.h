// Detection of floods whose pace is set by the sending processor, not by the network.
#ifndef COLLTUNE_MODELS_FEATURES_FLOOD_PACE_H_
#define COLLTUNE_MODELS_FEATURES_FLOOD_PACE_H_

#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "measure/network/samples.h"

namespace colltune::models {

/// Pace of floods, and the sender's overhead. LogP's g bounds the pace from below, as o_s does: a
/// flood that is as slow as o_s says nothing of g. Delayed floods and round trips of the same pair
/// tell both times:
///   pace = (flood - round trip(m)/2 - round trip(1)/2) / (n-1)
///   o_s  = (delayed flood - round trip(m)/2 - round trip(1)/2) / (n-1) - delay
class FloodPace {
 public:
  explicit FloodPace(std::span<const measure::NetworkSample> samples);

  /// Whether the processor sets the pace of the flood: its messages follow each other at most 5 %,
  /// and the flood's uncertainty, slower than the processor can send them. False where the samples
  /// do not tell, and for all floods when no flood would be left.
  bool IsOfProcessor(const measure::NetworkSample& flood) const;

 private:
  std::optional<Seconds> PaceOf(const measure::NetworkSample& row) const;
  bool Is(const measure::NetworkSample& flood) const;

  std::map<std::tuple<Rank, Rank, Bytes>, Seconds> round_trips_;
  std::map<std::pair<Rank, Rank>, std::pair<Bytes, Seconds>> overheads_;  // of the smallest size
  bool all_ = true;
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_FLOOD_PACE_H_
