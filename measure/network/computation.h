// Keeps the processor busy for fractions of a microsecond.
#ifndef COLLTUNE_MEASURE_NETWORK_COMPUTATION_H_
#define COLLTUNE_MEASURE_NETWORK_COMPUTATION_H_

#include "measure/clock/clock.h"

namespace colltune {

/// A loop in registers, so many rounds as last as long as is asked for: to read the clock until a
/// moment has come takes as long as some of the gaps into which computation is to fit. In SMPI,
/// where computing takes no time, it waits on the clock instead.
class Computation {
 public:
  /// Takes about a millisecond to learn how long a round lasts. Requires that `clock` lives longer.
  explicit Computation(const Clock& clock);

  void Compute(Seconds time);

 private:
  void Loop(double rounds);

  const Clock& clock_;
  double rounds_per_second_ = 0;
  volatile double state_ = 0;  // or the compiler sees that nobody needs the result
};

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_COMPUTATION_H_
