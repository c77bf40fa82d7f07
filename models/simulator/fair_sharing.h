// Rates of messages that share links.
#ifndef COLLTUNE_MODELS_SIMULATOR_FAIR_SHARING_H_
#define COLLTUNE_MODELS_SIMULATOR_FAIR_SHARING_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/network/network.h"

namespace colltune::models {

/// Max-min fair rates of flows over links, by weight. A flow could only be faster if another one,
/// with no more rate for its weight, became slower. Each flow has the highest rate that it can take
/// by itself, or crosses a full link on which no flow has more rate for its weight.
///
/// By progressive filling (Bertsekas & Gallager, "Data Networks", 1992, section 6.5.2). Only flows
/// that links join to a new or removed flow are filled again. Not for several threads.
class FairSharing {
 public:
  using Flow = std::uint32_t;

  /// `capacities` of the links, each above 0, as rates.
  explicit FairSharing(std::span<const double> capacities);

  /// Adds a flow, of rate 0 until Update. `most`: highest rate of the flow, above 0, maybe
  /// infinite. Requires a route of one or more links, each once, and a weight above 0. The numbers
  /// of removed flows are used again.
  Flow Add(const Route& route, double most, double weight = 1);

  void Remove(Flow flow);

  /// Gives all flows the rates that are fair now. Returns the flows whose rates were set, changed
  /// or not; valid until the next call.
  std::span<const Flow> Update();

  double Rate(Flow flow) const { return flows_[flow].rate; }

 private:
  struct FlowState {
    Route route;
    std::array<std::uint32_t, std::tuple_size_v<decltype(Route::links)>> places{};  // in the links
    double most = 0;
    double weight = 1;
    double rate = 0;
    bool is_found = false;  // by the current Update
    bool is_set = false;
  };
  struct Link {
    double capacity = 0;
    double left = 0;                                // of the capacity
    std::size_t open = 0;                           // flows that have no rate yet
    double weight = 0;                              // of the open flows
    bool is_found = false;                          // by the current Update
    std::vector<Flow> flows;                        // that cross this link
    double Share() const { return left / weight; }  // of a weight of 1
  };

  void Find(std::int32_t link);
  void FindAllJoined();
  double LeastShare() const;
  bool SetThoseBelow(double share);
  void SetThoseOfFullLinks(double share);
  void Set(Flow flow, double rate);

  std::vector<Link> links_;
  std::vector<FlowState> flows_;
  std::vector<Flow> unused_;
  std::vector<std::int32_t> touched_;  // links, since the last Update
  // State of the current Update:
  std::vector<std::int32_t> found_links_;
  std::vector<Flow> found_;
  std::vector<Flow> limited_;  // those that may reach their `most`, the slowest first
  std::size_t next_limited_ = 0;
  std::size_t open_ = 0;  // flows without a rate
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_FAIR_SHARING_H_
