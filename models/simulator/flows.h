// Flows of messages over shared links, and the times when they have passed.
#ifndef COLLTUNE_MODELS_SIMULATOR_FLOWS_H_
#define COLLTUNE_MODELS_SIMULATOR_FLOWS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/units.h"
#include "models/simulator/fair_sharing.h"

namespace colltune::models {

/// Fluid model: all bytes of a message flow at one rate, which changes when other messages come and
/// go. Times of calls must not fall. Not for several threads.
class Flows {
 public:
  explicit Flows(std::span<const SharedLink> links);

  /// Adds `message`, whose bytes flow from `now` on, in cost.transfer or longer, with a weight of 1
  /// / cost.latency. Requires bytes > 0.
  void Add(std::uint32_t message, const Route& route, double bytes, const MessageCost& cost,
           Seconds now);

  /// Whether flows came or went at `now` or before, and time goes on to `next`. Times that only
  /// differ by rounding count as one, so that messages that end together are one change.
  bool MustUpdate(Seconds now, Seconds next) const;

  /// Gives all flows the rates that are fair from `now` on.
  void Update(Seconds now);

  /// Returns when the next flow ends, at the rates of the last Update; infinite without one.
  Seconds NextEnd();

  /// Removes the flow that ends next, and returns its message. Requires that there is one.
  std::uint32_t TakeEnded();

 private:
  static constexpr std::size_t kBlock = 32;

  struct Flow {
    double end;            // bytes that each flow of its bundle has carried when this one ends
    std::uint64_t number;  // the order in which flows that end together are taken
    std::uint32_t message;
    friend bool operator>(const Flow& a, const Flow& b) {
      return a.end != b.end ? a.end > b.end : a.number > b.number;
    }
  };

  /// Flows that always have the same rate.
  struct BundleState {
    std::vector<Flow> flows = {};  // a heap, the next to end first
    double carried = 0;            // bytes of a flow that was there from the begin, until `since`
    double rate = 0;               // of each flow, since then
    Seconds since{};
    bool has_new_end = false;  // the next flow to end is another than at the last Update
  };

  /// Takes the bytes into account that have flowed until `now`.
  static void Carry(BundleState& state, Seconds now);
  void SetEnd(std::size_t bundle);

  FairSharing sharing_;
  std::vector<BundleState> bundles_;
  /// End of the next flow of each bundle; infinite where there is none, or no rate yet. No heap:
  /// when bundles are joined, each change moves all ends. A heap of a thousand that is sorted anew
  /// a thousand times took ten times as long.
  std::vector<Seconds> ends_;
  /// Smallest end of each kBlock bundles; nothing where an end changed since. Flows that end
  /// together are taken one after the other, which changes one end each time.
  std::vector<std::optional<Seconds>> block_ends_;
  std::optional<std::size_t> next_;  ///< the first bundle of the smallest end, where it is known
  std::uint64_t flows_so_far_ = 0;
  bool changed_ = false;
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_FLOWS_H_
