// Simulated time lines of Hoefler, Schneider & Lumsdaine (2008), section 1.2: rank 0 of four ranks
// sends to each other rank in turn.
#ifndef COLLTUNE_TUNER_REPRODUCE_TIMELINES_H_
#define COLLTUNE_TUNER_REPRODUCE_TIMELINES_H_

#include "tuner/reproduce/figure.h"

namespace colltune::tune {

Drawing RunPipeline(const Bench& bench);  ///< figure 1: three broadcasts in a row
Drawing RunSkew(const Bench& bench);      ///< figure 2: ranks that are late
Drawing RunBarrier(const Bench& bench);   ///< figure 3: a broadcast after a linear barrier

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPRODUCE_TIMELINES_H_
