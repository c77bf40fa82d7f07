// Finds how much computation fits beside a message: Bell et al. (2003), section 4.3.
#include <algorithm>
#include <utility>

#include "measure/network/experiments.h"

namespace colltune::measure {
namespace {

constexpr double kUnchanged = 0.02;  // a pace slower by at most this share counts as the same
constexpr int kHalvings = 8;

}  // namespace

NetworkSample NetworkExperiments::SendOverlap(Rank from, Rank to, Bytes bytes) {
  return Overlap(Experiment::kSendOverlap, from, to, bytes);
}

NetworkSample NetworkExperiments::ReceiveOverlap(Rank from, Rank to, Bytes bytes) {
  return Overlap(Experiment::kReceiveOverlap, from, to, bytes);
}

/// Bisects on the time of a row of n messages with computation c, which is (n-1) max(g, o + c) plus
/// the time of one message alone. The sender computes beside all messages but the last, after which
/// nothing is to be held up. The receiver computes beside all but the first, for which it waits
/// anyway. The least times decide: an interruption is not a slower pace.
NetworkSample NetworkExperiments::Overlap(Experiment experiment, Rank from, Rank to, Bytes bytes) {
  const Seconds most = std::exchange(most_, most_ / (kHalvings + 2));  // of one row
  NetworkSample row{experiment, from, to, bytes};
  row.depth = 1;
  const Seconds alone = TimeRow(row).least;
  row.messages = MessagesOf(from, to, bytes);
  const double gaps = row.messages - 1;
  const auto pace = [&](Seconds time) { return (time - alone) / gaps; };
  const auto time_with = [&](Seconds work) {
    return experiment == Experiment::kSendOverlap ? TimeRow(row, work, Seconds(0))
                                                  : TimeRow(row, Seconds(0), work);
  };
  NetworkSample best = time_with(Seconds(0));
  const Seconds gap = pace(best.least);
  Seconds fits(0);
  // Upper bound: no longer computation fits, even without overhead. So the search ends where
  // computation and overhead together fill g.
  Seconds too_long = (1 + kUnchanged) * gap;
  for (int i = 0; i < kHalvings; ++i) {
    const Seconds work = (fits + too_long) / 2;
    const NetworkSample with = time_with(work);
    if (pace(with.least) <= (1 + kUnchanged) * gap) {
      fits = work;
      best = with;
    } else {
      too_long = work;
    }
  }
  most_ = most;
  const bool known = best.high > Seconds(0);
  for (Seconds* time : {&best.time, &best.least, &best.low, &best.high}) {
    *time = std::max(pace(*time) - fits, Seconds(0));
  }
  if (!known) best.low = best.high = Seconds(0);
  return best;
}

}  // namespace colltune::measure
