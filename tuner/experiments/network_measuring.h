// Measures the link between two ranks through one layer of communication software.
#ifndef COLLTUNE_TUNER_EXPERIMENTS_NETWORK_MEASURING_H_
#define COLLTUNE_TUNER_EXPERIMENTS_NETWORK_MEASURING_H_

#include <vector>

#include "measure/network/experiments.h"
#include "measure/network/layers.h"
#include "measure/network/rendezvous.h"
#include "tuner/job/job.h"
#include "tuner/job/progress.h"
#include "tuner/text/network_text.h"

namespace colltune::tune {

struct NetworkPlan {
  const measure::LayerEntry* layer = nullptr;  ///< must be available
  measure::Pair pair{0, 1};
  std::vector<Bytes> sizes;  ///< ascending, two or more: g and the overheads are of the first
  measure::NetworkOptions experiments{.repetitions = 20, .messages = 1000};
  bool suite = false;  ///< also the experiments that models are fitted to, on all ranks, by MPI
  ProgressSink* progress = &SilentProgress();
};

struct NetworkResult {
  MeasuredLayer layer;
  measure::NetworkData suite;  ///< empty unless asked for
};

/// Measures the plan's pair, and the suite if it is asked for. Collective over the job; the result
/// is alike on all ranks. Throws std::invalid_argument for a plan that does not fit the job or the
/// layer, Interrupted when asked to stop.
NetworkResult MeasureNetworkOf(const NetworkPlan& plan, Job& job);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EXPERIMENTS_NETWORK_MEASURING_H_
