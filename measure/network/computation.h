// Keeps the processor busy for fractions of a microsecond.
#ifndef COLLTUNE_MEASURE_NETWORK_COMPUTATION_H_
#define COLLTUNE_MEASURE_NETWORK_COMPUTATION_H_

#include "measure/clock/clock.h"

namespace colltune::measure {

/// A loop in registers whose number of rounds is calibrated to the wanted time. Polling the clock
/// would be too coarse: reading it takes as long as some gaps into which computation is to fit. In
/// SMPI, where computing takes no time, Compute waits on the clock instead.
class Computation {
 public:
  /// Measures for about a millisecond how long a round of the loop lasts. Requires that `clock`
  /// lives longer.
  explicit Computation(const Clock& clock);

  void Compute(Seconds time);

 private:
  void Loop(double rounds);

  const Clock& clock_;
  double rounds_per_second_ = 0;
  volatile double state_ = 0;  // volatile, or the compiler drops a loop whose result nobody reads
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_COMPUTATION_H_
