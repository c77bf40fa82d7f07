// The step of tuning that gets to know the network.
#ifndef COLLTUNE_TUNER_FIT_H_
#define COLLTUNE_TUNER_FIT_H_

#include <vector>

#include "measure/clock.h"
#include "models/networks.h"
#include "profiles/profile.h"
#include "tuner/job.h"

namespace colltune {

/// Performs the network experiments and fits every model to them, the same on all ranks.
/// Collective over the job, which has two ranks or more.
std::vector<Fit> FitNetwork(Job& job, const Clock& clock);

/// What a profile keeps of a fit.
FittedModel ForProfile(const Fit& fit);

}  // namespace colltune

#endif  // COLLTUNE_TUNER_FIT_H_
