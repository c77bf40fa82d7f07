#include "models/features/bandwidth_inference.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "algorithms/schedule.h"
#include "models/fit/scalars.h"
#include "models/simulator/simulator.h"

namespace colltune::models {
namespace {

constexpr Rank kHub = 0;  // the rank that all others deal with; they follow in their order
constexpr Bytes kSignal{1};

// Byte time, in s/B, of a link that slows nothing down.
constexpr double kNone = 1e-18;

class OneLink final : public Network {
 public:
  OneLink(const measure::NetworkSample& sample, const Network& whole, double byte_time)
      : whole_(whole), leaves_(sample.experiment == measure::Experiment::kOneToManyLastAnswers) {
    ranks_ = {leaves_ ? sample.from : sample.to};
    ranks_.insert(ranks_.end(), sample.others.begin(), sample.others.end());
    ranks_.push_back(leaves_ ? sample.to : sample.from);
    links_.push_back({"link", std::max(byte_time, kNone)});
  }

  /// Returns the cost of a message. All times on the way that grow with the bytes are the transfer,
  /// which the link may slow down.
  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    const MessageCost empty = whole_.Cost(At(from), At(to), Bytes{0});
    MessageCost cost = whole_.Cost(At(from), At(to), bytes);
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
    if ((from == kHub) == leaves_) route.count = 1;
    return route;
  }

 private:
  Rank At(Rank rank) const { return ranks_[static_cast<std::size_t>(rank)]; }

  const Network& whole_;
  const bool leaves_;
  std::vector<Rank> ranks_;
  std::vector<SharedLink> links_;
};

/// Returns a block of `bytes` elements; its place does not matter for the time.
Block Some(Bytes bytes) { return Output(0, bytes.count); }

std::vector<Schedule> FanOf(const measure::NetworkSample& s, Rank leaves) {
  std::vector<Schedule> all(static_cast<std::size_t>(leaves) + 1);
  Schedule& hub = all[kHub];
  for (Rank leaf = 1; leaf <= leaves; ++leaf) {
    hub.Send(leaf, Some(s.bytes));
    all[static_cast<std::size_t>(leaf)].Receive(kHub, Some(s.bytes));
  }
  hub.NextRound().Receive(leaves, Some(s.reply));
  all.back().NextRound().Send(kHub, Some(s.reply));
  return all;
}

std::vector<Schedule> GatherOf(const measure::NetworkSample& s, Rank leaves) {
  std::vector<Schedule> all(static_cast<std::size_t>(leaves) + 1);
  Schedule& hub = all[kHub];
  for (Rank leaf = 1; leaf <= leaves; ++leaf) hub.Receive(leaf, Some(s.bytes));
  for (Rank leaf = 1; leaf <= leaves; ++leaf) {
    hub.Send(leaf, Some(kSignal));
    all[static_cast<std::size_t>(leaf)]
        .Receive(kHub, Some(kSignal))
        .NextRound()
        .Send(kHub, Some(s.bytes));
  }
  return all;
}

}  // namespace

Seconds ReplayedTime(const measure::NetworkSample& sample, const Network& network,
                     double byte_time) {
  const auto leaves = static_cast<Rank>(sample.others.size()) + 1;
  const auto schedules = sample.experiment == measure::Experiment::kOneToManyLastAnswers
                             ? FanOf(sample, leaves)
                             : GatherOf(sample, leaves);
  return Simulate(schedules, Bytes{1}, OneLink(sample, network, byte_time))[kHub];
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
