#include "models/features/bandwidth_inference.h"

#include <algorithm>
#include <vector>

#include "models/features/experiment_replay.h"
#include "models/fit/scalars.h"

namespace colltune::models {
namespace {

// Byte time, in s/B, of a link that slows nothing down.
constexpr double kNone = 1e-18;

class OneLink final : public Network {
 public:
  OneLink(const measure::NetworkSample& sample, const Network& whole, double byte_time)
      : whole_(whole),
        leaves_(sample.experiment == measure::Experiment::kOneToManyLastAnswers),
        hub_(leaves_ ? sample.from : sample.to) {
    links_.push_back({"link", std::max(byte_time, kNone)});
  }

  /// Returns the cost of a message. All times on the way that grow with the bytes are the transfer,
  /// which the link may slow down.
  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    const MessageCost empty = whole_.Cost(from, to, Bytes{0});
    MessageCost cost = whole_.Cost(from, to, bytes);
    const Seconds closed = cost.gap - cost.transfer;
    const Seconds latency = empty.transfer + empty.latency;
    cost.transfer += cost.latency - latency;
    cost.latency = latency;
    cost.gap = cost.transfer + closed;
    cost.receive_gap = Seconds(0);
    return cost;
  }

  std::span<const SharedLink> Links() const override { return links_; }

  Route RouteOf(Rank from, Rank /*to*/) const override {
    Route route;
    if ((from == hub_) == leaves_) route.count = 1;
    return route;
  }

 private:
  const Network& whole_;
  const bool leaves_;
  const Rank hub_;  // that all others deal with
  std::vector<SharedLink> links_;
};

}  // namespace

Seconds ReplayedTime(const measure::NetworkSample& sample, const Network& network,
                     double byte_time) {
  return ReplayedTime(sample, OneLink(sample, network, byte_time));
}

double LinkThatExplains(const measure::NetworkSample& sample, Seconds time,
                        const Network& network) {
  if (ReplayedTime(sample, network, 0) >= time) return 0;
  const auto late = [&](double byte_time) {
    return (ReplayedTime(sample, network, byte_time) - time).count();
  };
  // One message alone takes all of the time on the slowest link.
  const double slowest = time.count() / static_cast<double>(sample.bytes.count);
  return RootOf(late, 0, slowest);
}

}  // namespace colltune::models
