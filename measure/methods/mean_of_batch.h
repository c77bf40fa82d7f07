// Times many operations as one, since a clock is too coarse and too costly for each.
#ifndef COLLTUNE_MEASURE_METHODS_MEAN_OF_BATCH_H_
#define COLLTUNE_MEASURE_METHODS_MEAN_OF_BATCH_H_

#include "measure/clock/clock.h"

namespace colltune::measure {

/// Returns the mean time of one `body()` in a loop of `batch`, 1 or more.
template <typename Body>
Seconds MeanOfBatch(const Clock& clock, int batch, Body body) {
  const Seconds begin = clock.Now();
  for (int k = 0; k < batch; ++k) body();
  return (clock.Now() - begin) / batch;
}

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_METHODS_MEAN_OF_BATCH_H_
