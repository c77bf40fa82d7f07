#include "measure/network/all_pairs.h"

#include "algorithms/mpi/unique.h"

namespace colltune::measure {

std::size_t PairIndex(Rank i, Rank j, int ranks) {
  // The rows before i have ranks-1, ranks-2, ..., ranks-i pairs.
  return static_cast<std::size_t>(i * (2 * ranks - i - 1) / 2 + j - i - 1);
}

AllPairs TimeAllPairs(MPI_Comm comm, const Clock& clock, Bytes there, Bytes back,
                      const GroupOptions& options) {
  const int ranks = SizeOf(comm);
  const std::vector<GroupRound> rounds = PairRounds(ranks);
  const GroupTimes groups = TimeGroups(comm, clock, rounds, {there, back}, options);
  AllPairs pairs;
  pairs.times.resize(groups.times.size());
  pairs.repetitions.resize(groups.times.size());
  pairs.errors.resize(groups.times.size());
  for (const GroupTime& time : groups.times) {
    const std::size_t index = PairIndex(time.group.from, time.group.to.front(), ranks);
    pairs.times[index] = time.time;
    pairs.repetitions[index] = time.repetitions;
    pairs.errors[index] = time.error;
  }
  pairs.parallel = groups.parallel;
  pairs.worst_ratio = groups.worst_ratio;
  pairs.worst_pair = groups.worst_group;
  return pairs;
}

}  // namespace colltune::measure
