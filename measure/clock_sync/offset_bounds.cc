#include "measure/clock_sync/offset_bounds.h"

#include <algorithm>
#include <cmath>

namespace colltune::measure {
namespace {

/// Returns the rounding error of the time stamps: a few units in the last place.
Seconds Rounding(const Exchange& exchange) {
  constexpr double kUnits = 4;
  return kUnits * std::numeric_limits<double>::epsilon() *
         Seconds(std::max(std::abs(exchange.after.count()), std::abs(exchange.remote.count())));
}

}  // namespace

void OffsetBounds::Add(const Exchange& exchange) {
  const Seconds passed = exchange.after - at_;
  const Seconds rounding = Rounding(exchange);
  // Bounds at `after`. The lower one was valid at `before`, and has widened during the round trip.
  const Seconds low = exchange.before - exchange.remote - drift_bound_ * exchange.RoundTrip();
  const Seconds high = exchange.after - exchange.remote;
  low_ = std::max(low_ - drift_bound_ * passed, low - rounding);
  high_ = std::min(high_ + drift_bound_ * passed, high + rounding);
  at_ = exchange.after;
  if (low_ <= high_) return;
  contradicted_ = true;
  low_ = low;
  high_ = high;
}

Offset OffsetBounds::Get() const {
  const Seconds error =
      contradicted_ ? Seconds(std::numeric_limits<double>::infinity()) : (high_ - low_) / 2;
  return {at_, low_ + (high_ - low_) / 2, error};
}

bool SmallestRoundTrip::WantsMoreAfter(const Exchange& exchange) {
  if (exchange.RoundTrip() < best_.RoundTrip() - epsilon_) {
    best_ = exchange;
    in_vain_ = 0;
    return true;
  }
  return ++in_vain_ < patience_;
}

Offset SmallestRoundTrip::Get(double drift_bound) const {
  const Seconds half = best_.RoundTrip() / 2;
  return {best_.before + half, best_.before - best_.remote + half,
          (1 + drift_bound) * half + Rounding(best_)};
}

}  // namespace colltune::measure
