// The network stage of tuning: measures the network, and fits models to the samples.
#ifndef COLLTUNE_TUNER_EXPERIMENTS_NETWORK_STAGE_H_
#define COLLTUNE_TUNER_EXPERIMENTS_NETWORK_STAGE_H_

#include <functional>
#include <vector>

#include "measure/clock/clock.h"
#include "models/network/network_model.h"
#include "profiles/profile.h"
#include "tuner/job/job.h"
#include "tuner/job/progress.h"
#include "tuner/problem/timing_model.h"

namespace colltune::tune {

struct NetworkCourse {
  TimingModel timing = TimingModel::kNoisy;  ///< with exact times few repetitions suffice
  ProgressSink* progress = &SilentProgress();
  Seconds most{};  ///< time limit of all experiments; ignored where times are exact
  /// Called on progress, with a name of the next experiment.
  std::function<void(const std::string& doing)> beat = [](const std::string&) {};
};

/// Performs the network experiments. Complete on rank 0. Collective over the job, which has two
/// ranks or more. Throws Interrupted when asked to stop.
measure::NetworkData MeasureNetworkOf(Job& job, const measure::Clock& clock,
                                      const NetworkCourse& course);

/// Returns whether any model can be fitted to the samples. Experiments that were cut short may have
/// too few samples.
bool CanFit(const measure::NetworkData& data);

/// Fits every model that the samples suffice for. Throws std::invalid_argument where there is none,
/// and Interrupted when asked to stop.
std::vector<models::Fit> FitAll(const measure::NetworkData& data);

/// Returns the part of a fit that a profile keeps: parameters and the worst residual.
FittedModel ForProfile(const models::Fit& fit);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EXPERIMENTS_NETWORK_STAGE_H_
