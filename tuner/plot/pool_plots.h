// Plots of the times that `measure` has recorded.
#ifndef COLLTUNE_TUNER_PLOT_POOL_PLOTS_H_
#define COLLTUNE_TUNER_PLOT_POOL_PLOTS_H_

#include <span>
#include <vector>

#include "measure/records/pooling.h"
#include "tuner/plot/plot.h"

namespace colltune::tune {

/// A plot for each collective, method, number of ranks and root; in each a curve for each
/// implementation. Requires the order of PoolRecords.
std::vector<Plot> PlotsOf(std::span<const measure::Pool> pools);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PLOT_POOL_PLOTS_H_
