// A clock that is wrong in a known way, for virtual time, where MPI_Wtime is the truth.
#ifndef COLLTUNE_TESTS_MEASURE_WRONG_CLOCK_H_
#define COLLTUNE_TESTS_MEASURE_WRONG_CLOCK_H_

#include <random>

#include "measure/clock/clock.h"

namespace colltune::measure {

/// Errors of a clock: it shows offset + (1 + drift) t at true time t.
struct Wrongness {
  Seconds offset{};
  double drift = 0;

  Seconds Shown(Seconds truth) const { return offset + (1 + drift) * truth; }
  Seconds Truth(Seconds shown) const { return (shown - offset) / (1 + drift); }
};

/// Delays between a reading and the reader's next step, like interruptions by the scheduler: an
/// exponentially distributed wait, and sometimes a long one.
struct Jitter {
  Seconds mean{};
  double long_share = 0;  ///< share of the readings that also wait up to `longest`
  Seconds longest{};
};

class WrongClock : public Clock {
 public:
  WrongClock(const Wrongness& wrongness, const Jitter& jitter, unsigned seed)
      : wrongness_(wrongness), jitter_(jitter), random_(seed) {}

  std::string_view name() const override { return "wrong"; }
  const Wrongness& wrongness() const { return wrongness_; }

  Seconds Now() const override {
    const Seconds shown = wrongness_.Shown(WtimeClock().Now());
    Interrupt();
    return shown;
  }

  void WaitUntil(Seconds time) const override {
    constexpr Seconds kStep{1e-9};
    WtimeClock().WaitUntil(wrongness_.Truth(time));
    while (wrongness_.Shown(WtimeClock().Now()) < time) {
      WtimeClock().WaitUntil(WtimeClock().Now() + kStep);
    }
  }

 private:
  void Interrupt() const {
    if (jitter_.mean <= Seconds(0)) return;
    Seconds wait(std::exponential_distribution(1 / jitter_.mean.count())(random_));
    if (std::bernoulli_distribution(jitter_.long_share)(random_)) {
      wait += Seconds(std::uniform_real_distribution(0.0, jitter_.longest.count())(random_));
    }
    WtimeClock().WaitUntil(WtimeClock().Now() + wait);
  }

  Wrongness wrongness_;
  Jitter jitter_;
  mutable std::minstd_rand random_;
};

}  // namespace colltune::measure

#endif  // COLLTUNE_TESTS_MEASURE_WRONG_CLOCK_H_
