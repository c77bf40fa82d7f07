// Rates of messages that share links.
#ifndef COLLTUNE_MODELS_SIMULATOR_FAIR_SHARING_H_
#define COLLTUNE_MODELS_SIMULATOR_FAIR_SHARING_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/network/network.h"

namespace colltune::models {

/// Max-min fair rates of flows over links, by weight. A flow could only be faster if another one,
/// with no more rate for its weight, became slower. Each flow has the highest rate that it can take
/// by itself, or crosses a full link on which no flow has more rate for its weight.
///
/// By progressive filling (Bertsekas & Gallager, "Data Networks", 1992, section 6.5.2). Flows that
/// cross the same links with the same limit and weight have the same rate, and are filled as one
/// bundle: thousands of messages in the memory of a node cost as much as one. Only bundles that
/// links join to a new or removed flow are filled again. Not for several threads.
class FairSharing {
 public:
  using Bundle = std::uint32_t;

  /// `capacities` of the links, each above 0, as rates.
  explicit FairSharing(std::span<const double> capacities);

  /// Adds a flow, and returns its bundle, which is of rate 0 until Update if it is new. `most`:
  /// highest rate of the flow, above 0, maybe infinite. Requires a route of one or more links, each
  /// once, and a weight above 0. The numbers of bundles without flows are used again.
  Bundle Add(const Route& route, double most, double weight = 1);

  /// Removes one flow of a bundle.
  void Remove(Bundle bundle);

  /// Gives all flows the rates that are fair now. Returns the bundles whose rates were set, changed
  /// or not; valid until the next call.
  std::span<const Bundle> Update();

  /// Returns the rate of each flow of a bundle.
  double Rate(Bundle bundle) const { return bundles_[bundle].rate; }

 private:
  /// The properties that the flows of a bundle have in common.
  struct Kind {
    std::array<std::int32_t, std::tuple_size_v<decltype(Route::links)>> links{};  // rising
    std::int32_t count = 0;
    double most = 0;
    double weight = 1;

    std::span<const std::int32_t> Links() const {
      return std::span(links).first(static_cast<std::size_t>(count));
    }
    friend bool operator==(const Kind&, const Kind&) = default;
  };
  struct BundleState {
    Kind kind;
    std::array<std::uint32_t, std::tuple_size_v<decltype(Route::links)>> places{};  // in the links
    std::size_t flows = 0;
    double rate = 0;        // of each flow
    bool is_found = false;  // by the current Update
    bool is_set = false;

    double Weight() const { return static_cast<double>(flows) * kind.weight; }
  };
  struct Link {
    double capacity = 0;
    double left = 0;                                // of the capacity
    std::size_t open = 0;                           // bundles that have no rate yet
    double weight = 0;                              // of the open bundles
    bool is_found = false;                          // by the current Update
    std::vector<Bundle> bundles;                    // that cross this link
    double Share() const { return left / weight; }  // of a weight of 1
  };

  std::optional<Bundle> FindAlike(const Kind& kind) const;
  void Begin(Bundle bundle);
  void End(Bundle bundle);
  void Find(std::int32_t link);
  void FindAllJoined();
  double LeastShare() const;
  bool SetThoseBelow(double share);
  void SetThoseOfFullLinks(double share);
  void Set(Bundle bundle, double rate);

  std::vector<Link> links_;
  std::vector<BundleState> bundles_;
  std::vector<Bundle> unused_;
  std::vector<std::int32_t> touched_;  // links, since the last Update
  // State of the current Update:
  std::vector<std::int32_t> found_links_;
  std::vector<Bundle> found_;
  std::vector<Bundle> limited_;  // those that may reach their `most`, the slowest first
  std::size_t next_limited_ = 0;
  std::size_t open_ = 0;  // bundles without a rate
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_FAIR_SHARING_H_
