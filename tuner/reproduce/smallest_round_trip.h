// How good a search for the smallest round trip is, and what it costs, by when it ends: Hoefler,
// Schneider & Lumsdaine (2008), section 3.1 and figure 6.
#ifndef COLLTUNE_TUNER_REPRODUCE_SMALLEST_ROUND_TRIP_H_
#define COLLTUNE_TUNER_REPRODUCE_SMALLEST_ROUND_TRIP_H_

#include "tuner/reproduce/figure.h"

namespace colltune::tune {

struct PatientSearch {
  Seconds found{};       ///< the mean of the smallest round trips that were found
  double exchanges = 0;  ///< the mean
};

/// The paper's simulation: round trips are drawn, from one or more, until `patience` in a row were
/// not smaller.
PatientSearch SimulateSearch(std::span<const Seconds> round_trips, int patience);

Drawing RunQuality(const Bench& bench);
Drawing RunQualityCost(const Bench& bench);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPRODUCE_SMALLEST_ROUND_TRIP_H_
