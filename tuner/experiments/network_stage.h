// The step of tuning that gets to know the network.
#ifndef COLLTUNE_TUNER_EXPERIMENTS_NETWORK_STAGE_H_
#define COLLTUNE_TUNER_EXPERIMENTS_NETWORK_STAGE_H_

#include <functional>
#include <vector>

#include "measure/clock/clock.h"
#include "models/network/network_model.h"
#include "profiles/profile.h"
#include "tuner/job/job.h"

namespace colltune::tune {

struct NetworkCourse {
  bool exact = false;  ///< the machine repeats itself, so that few repetitions say all
  bool quiet = false;  ///< no progress line
  Seconds most{};      ///< that all may take; not of exact machines
  /// Called whenever something has ended, with what comes next.
  std::function<void(const std::string& doing)> beat = [](const std::string&) {};
};

/// Performs the network experiments. Complete on rank 0. Collective over the job, which has two
/// ranks or more. Throws Interrupted when asked to stop.
NetworkData MeasureNetworkOf(Job& job, const Clock& clock, const NetworkCourse& course);

/// Whether any model can be fitted to the samples. Experiments that were cut short may have too
/// few.
bool CanFit(const NetworkData& data);

/// Every model that can be. Throws std::invalid_argument where none can.
std::vector<Fit> FitAll(const NetworkData& data);

/// What a profile keeps of a fit.
FittedModel ForProfile(const Fit& fit);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EXPERIMENTS_NETWORK_STAGE_H_
