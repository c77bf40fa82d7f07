// Recorder that ends a simulation at a time limit.
#ifndef COLLTUNE_MODELS_SIMULATOR_DEADLINE_H_
#define COLLTUNE_MODELS_SIMULATOR_DEADLINE_H_

#include "models/simulator/schedule_source.h"

namespace colltune::models {

struct TakesLonger {};

/// Ends the simulation, by throwing TakesLonger, when a rank is busy beyond the limit.
class Deadline : public NoRecorder {
 public:
  explicit Deadline(Seconds limit) : limit_(limit) {}

  void Note(Rank /*rank*/, const Activity& activity, MessageNumber /*message*/) const {
    if (activity.end > limit_) throw TakesLonger();
  }

 private:
  Seconds limit_;
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_DEADLINE_H_
