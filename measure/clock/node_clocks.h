// The clocks of a node, read without asking the MPI library. SMPI's ranks live in virtual time,
// which neither of them shows.
#ifndef COLLTUNE_MEASURE_CLOCK_NODE_CLOCKS_H_
#define COLLTUNE_MEASURE_CLOCK_NODE_CLOCKS_H_

#include <string>

#include "measure/clock/clock.h"

namespace colltune {

/// Each says why the clock beside it cannot be read here; nothing where it can.
std::string WhyNoMonotonicRaw();
const Clock& MonotonicRawClock();

std::string WhyNoTsc();
/// Its scope is the node where CPUID tells the frequency. Where that has to be calibrated, each
/// process gets another one, by some millionths, and its scope is the process.
const Clock& TscClock();

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_CLOCK_NODE_CLOCKS_H_
