// How far a machine's times can be trusted.
#ifndef COLLTUNE_TUNER_PROBLEM_TIMING_MODEL_H_
#define COLLTUNE_TUNER_PROBLEM_TIMING_MODEL_H_

#include "profiles/fingerprint.h"

namespace colltune::tune {

enum class TimingModel : unsigned char {
  kNoisy,  ///< times vary: samples, intervals and replications are needed
  kExact,  ///< times repeat exactly, as in the simulator: one sample tells all
};

/// Returns how times repeat on a machine, unless the user asks for samples.
inline TimingModel TimingOf(const Fingerprint& machine) {
  return machine.IsSimulated() ? TimingModel::kExact : TimingModel::kNoisy;
}

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PROBLEM_TIMING_MODEL_H_
