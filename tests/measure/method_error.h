// Estimates of the methods in virtual time, to compare with the truth.
#ifndef COLLTUNE_TESTS_MEASURE_METHOD_ERROR_H_
#define COLLTUNE_TESTS_MEASURE_METHOD_ERROR_H_

#include <vector>

#include "measure/methods/race.h"
#include "tests/truth.h"

namespace colltune::measure {

/// The algorithms to study. For broadcast: those of de Supinski & Karonis, and one that divides the
/// message. For other collectives: all algorithms and the library's own.
inline std::vector<Choice> Studied(Collective collective) {
  std::vector<Choice> choices;
  if (collective == Collective::kBcast) {
    for (const char* name :
         {"chain", "chain_backward", "binomial", "flat", "scatter_ring_allgather"}) {
      choices.push_back(ParseChoice(collective, name));
    }
  } else {
    choices = StandardChoices(collective);
    choices.emplace_back();
  }
  return choices;
}

/// In virtual time all repetitions are equal, apart from effects of the first.
inline constexpr MethodOptions kFewRepetitions = {.batch = 2, .calibrations = 1};

/// The samples that `method` measures of the operation.
inline std::vector<Sample> SamplesBy(const MethodEntry& method, Operation& operation,
                                     const MethodOptions& options = kFewRepetitions) {
  GlobalClock clock(operation.comm(), WtimeClock(), *FindClockSync("shared"), {});
  const auto timed = method.make(operation, clock, options);
  clock.Begin();
  timed->Repeat();
  clock.End();
  return Series{timed->Collect()}.All();
}

/// Summary of those samples, at 95 % confidence.
inline Summary EstimateBy(const MethodEntry& method, Operation& operation,
                          const MethodOptions& options = kFewRepetitions) {
  return Summarise(SamplesBy(method, operation, options), 0.95);
}

}  // namespace colltune::measure

#endif  // COLLTUNE_TESTS_MEASURE_METHOD_ERROR_H_
