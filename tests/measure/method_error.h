// How far a method's estimate is from the truth, in virtual time.
#ifndef COLLTUNE_TESTS_MEASURE_METHOD_ERROR_H_
#define COLLTUNE_TESTS_MEASURE_METHOD_ERROR_H_

#include <functional>
#include <vector>

#include "measure/race.h"
#include "tests/truth.h"

namespace colltune {

/// The broadcasts of de Supinski & Karonis, and one that divides the message; of other collectives
/// all algorithms and the library's own.
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

/// In virtual time every repetition is the same, but for what the first leaves behind.
inline constexpr MethodOptions kFewRepetitions = {.batch = 2, .calibrations = 1};

/// What `method` measures of the operation.
inline std::vector<Sample> SamplesBy(const MethodEntry& method, Operation& operation,
                                     const MethodOptions& options = kFewRepetitions) {
  GlobalClock clock(operation.comm(), WtimeClock(), *FindClockSync("shared"), {});
  const auto timed = method.make(operation, clock, options);
  clock.Begin();
  timed->Repeat();
  clock.End();
  return Series{timed->Collect()}.All();
}

/// And what that amounts to.
inline Summary EstimateBy(const MethodEntry& method, Operation& operation,
                          const MethodOptions& options = kFewRepetitions) {
  return Summarise(SamplesBy(method, operation, options), 0.95);
}

/// Calls `body` with a communicator of `ranks` of the job's processes, on those alone: as many of
/// each site as of any other. The sites are equal parts of MPI_COMM_WORLD, one behind the other.
inline void OnRanks(int ranks, int sites, const std::function<void(MPI_Comm)>& body) {
  const int all = SizeOf(MPI_COMM_WORLD);
  const int self = RankIn(MPI_COMM_WORLD);
  const int site_size = all / sites;
  const int share = (ranks + sites - 1) / sites;
  const int site = self / site_size;
  const int index = self % site_size;
  const bool member = index < share && site * share + index < ranks;
  MPI_Comm comm = MPI_COMM_NULL;
  Check(PMPI_Comm_split(MPI_COMM_WORLD, member ? 0 : MPI_UNDEFINED, self, &comm));
  if (member) {
    const UniqueComm owner(comm);
    body(comm);
  }
  Check(PMPI_Barrier(MPI_COMM_WORLD));
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_MEASURE_METHOD_ERROR_H_
