// Messages whose bytes flow over shared links, and when each has passed.
#ifndef COLLTUNE_MODELS_FLOWS_H_
#define COLLTUNE_MODELS_FLOWS_H_

#include <queue>
#include <span>
#include <vector>

#include "algorithms/units.h"
#include "models/fair_sharing.h"

namespace colltune {

/// A fluid: all bytes of a message flow at one rate, which changes when other messages come and go.
/// Times are given in their order. Not for several threads.
class Flows {
 public:
  explicit Flows(std::span<const SharedLink> links);

  /// From `now` on the bytes of `message` flow, in cost.transfer or longer, with a weight of
  /// 1 / cost.latency. Requires bytes > 0.
  void Add(std::uint32_t message, const Route& route, double bytes, const MessageCost& cost,
           Seconds now);

  /// Whether flows came or went at `now` or before, and time goes on to `next`. What differs by
  /// rounding only counts as one time, so that messages that end together are one change.
  bool MustUpdate(Seconds now, Seconds next) const;

  /// Gives all flows the rates that are fair from `now` on.
  void Update(Seconds now);

  /// When the next flow ends, at the rates of the last Update; infinite without one.
  Seconds NextEnd();

  /// That flow's message. Requires that there is one.
  std::uint32_t TakeEnded();

 private:
  struct FlowState {
    std::uint32_t message = 0;
    std::uint32_t version = 0;  // of its end
    double bytes = 0;           // that were left at `since`
    double rate = 0;            // since then
    Seconds since{};
  };
  struct End {
    Seconds time;
    FairSharing::Flow flow;
    std::uint32_t version;
    friend bool operator>(const End& a, const End& b) {
      return a.time != b.time ? a.time > b.time : a.flow > b.flow;
    }
  };

  FairSharing sharing_;
  std::vector<FlowState> flows_;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;  // some are out of date
  bool changed_ = false;
};

}  // namespace colltune

#endif  // COLLTUNE_MODELS_FLOWS_H_
