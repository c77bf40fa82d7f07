// Finds S of Ino, Fujimoto & Hagihara, "LogGPS: A Parallel Computational Model for Synchronization
// Analysis" (PPoPP 2001): the smallest size whose send waits for its receiver.
#include "measure/network/rendezvous.h"

#include <algorithm>

namespace colltune::measure {
namespace {

// Delay in round trips. A buffered send takes less than a round trip of its size, and so less than
// half of the delay.
constexpr double kTrips = 4;
// Least delay, for round trips that are shorter than an interruption, by the system's timer say.
constexpr Seconds kLeastDelay(50e-6);
constexpr std::int64_t kStep = 8;  // factor between rising sizes

}  // namespace

bool WaitedForReceiver(const NetworkSample& send_call) {
  return send_call.delay > Seconds(0) && send_call.time >= send_call.delay / 2;
}

RendezvousThreshold FindRendezvous(NetworkExperiments& experiments, Rank from, Rank to, Bytes least,
                                   Bytes most, const std::function<bool(Bytes)>& go_on) {
  RendezvousThreshold found;
  const auto waits = [&](Bytes bytes, Seconds delay) {
    found.samples.push_back(experiments.SendCall(from, to, bytes, delay));
    return WaitedForReceiver(found.samples.back());
  };
  const auto delay_for = [&](Bytes bytes) {
    return std::max(kTrips * experiments.RoughTrip(from, to, bytes), kLeastDelay);
  };
  Bytes buffered{-1};
  Bytes bytes = least;
  Seconds delay{};
  while (true) {
    if (!go_on(bytes)) return found;
    delay = delay_for(bytes);
    if (waits(bytes, delay)) break;
    buffered = bytes;
    if (bytes >= most) return found;
    bytes = std::min(Bytes{std::max<std::int64_t>(bytes.count * kStep, 1)}, most);
  }
  while (bytes > least && bytes.count - buffered.count > 1 && go_on(bytes)) {
    const Bytes middle{buffered.count + (bytes.count - buffered.count) / 2};
    (waits(middle, delay) ? bytes : buffered) = middle;
  }
  found.bytes = bytes;
  return found;
}

}  // namespace colltune::measure
