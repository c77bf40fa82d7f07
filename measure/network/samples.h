// What the network experiments find, for the models to fit.
#ifndef COLLTUNE_MEASURE_NETWORK_SAMPLES_H_
#define COLLTUNE_MEASURE_NETWORK_SAMPLES_H_

#include "algorithms/shape.h"
#include "algorithms/units.h"

namespace colltune {

/// The experiments, between a rank `from` and a rank `to`.
enum class Experiment : unsigned char {
  /// A message of `bytes` there and one of the same size back; timed by `from`.
  kRoundTrip,
  /// `messages` of `bytes` there, one right after another, then one byte back; timed by `from`.
  kFlood,
  /// As kFlood, but `from` computes for `delay` before each message except the first.
  kDelayedFlood,
  /// `messages` of `bytes` have arrived before `to` receives them one after another; timed by
  /// `to`, the receives alone.
  kLateReceive,
};

/// The result of repeating one experiment.
struct NetworkSample {
  Experiment experiment = Experiment::kRoundTrip;
  Rank from = 0;
  Rank to = 0;
  Bytes bytes;
  int messages = 1;
  Seconds delay{};
  int repetitions = 0;
  Seconds time{};  ///< the whole experiment: the median of the repetitions
};

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_SAMPLES_H_
