#include "measure/network/computation.h"

#include <algorithm>

namespace colltune::measure {

#ifdef COLLTUNE_SMPI

Computation::Computation(const Clock& clock) : clock_(clock) {}

void Computation::Compute(Seconds time) {
  if (time > Seconds(0)) clock_.WaitUntil(clock_.Now() + time);
}

#else

Computation::Computation(const Clock& clock) : clock_(clock) {
  constexpr double kRounds = 20000;  // some 50 us
  constexpr int kRuns = 20;          // an interruption of one run does not slow all
  Seconds least = Seconds::max();
  for (int i = 0; i < kRuns; ++i) {
    const Seconds begin = clock_.Now();
    Loop(kRounds);
    least = std::min(least, clock_.Now() - begin);
  }
  // A clock too coarse to see the loop reads 0; a round is then taken to last a nanosecond.
  rounds_per_second_ = least > Seconds(0) ? kRounds / least.count() : 1e9;
}

void Computation::Compute(Seconds time) {
  if (time > Seconds(0)) Loop(time.count() * rounds_per_second_);
}

#endif

void Computation::Loop(double rounds) {
  double value = state_;
  for (auto i = static_cast<long>(rounds); i > 0; --i) value = value * 0.5 + 1;
  state_ = value;
}

}  // namespace colltune::measure
