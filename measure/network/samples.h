// What the network experiments find, for the models to fit.
#ifndef COLLTUNE_MEASURE_NETWORK_SAMPLES_H_
#define COLLTUNE_MEASURE_NETWORK_SAMPLES_H_

#include <vector>

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
  /// A message of `bytes` to each of `before`, in that order, and to `to`, one right after another;
  /// each answers with `reply`; timed by `from`, which has all answers in the end.
  kOneToMany,
  /// As kOneToMany, but `to` alone answers.
  kOneToManyLastAnswers,
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
  Seconds time{};              ///< the whole experiment: the median of the repetitions
  std::vector<Rank> before{};  ///< in kOneToMany...: who gets the messages before `to`'s, in order
  Bytes reply{};               ///< in kOneToMany...: the size of an answer
};

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_SAMPLES_H_
