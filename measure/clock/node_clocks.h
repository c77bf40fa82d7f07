// Clocks of a node, read without the MPI library. SMPI's ranks live in virtual time, which neither
// clock shows.
#ifndef COLLTUNE_MEASURE_CLOCK_NODE_CLOCKS_H_
#define COLLTUNE_MEASURE_CLOCK_NODE_CLOCKS_H_

#include <string>

#include "measure/clock/clock.h"

namespace colltune::measure {

/// Returns why CLOCK_MONOTONIC_RAW cannot be read here; empty where it can.
std::string WhyNoMonotonicRaw();
const Clock& MonotonicRawClock();

/// Returns why the cycle counter cannot be used here; empty where it can.
std::string WhyNoTsc();
/// Returns the clock of the cycle counter. Its scope is the node where CPUID tells the frequency.
/// Elsewhere each process calibrates the frequency; results differ by some millionths, so the scope
/// is the process.
const Clock& TscClock();

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_CLOCK_NODE_CLOCKS_H_
