// Every algorithm as the runner performs it, compared with the library's own collectives, on real
// MPI and in SMPI: datatypes of every kind, operations, roots, in place.
#include "algorithms/run/calls.h"

#include <gtest/gtest.h>

#include "algorithms/program.h"
#include "algorithms/registry.h"
#include "tests/algorithms/problem.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

[[maybe_unused]] bool Commutes(MPI_Op op) {
  int commutes = 0;
  PMPI_Op_commutative(op, &commutes);
  return commutes != 0;
}

/// All problems for an algorithm with one of its parameters' values. `thorough`: every combination;
/// else each value of each dimension at least once.
std::vector<Problem> Problems(const Choice& choice, int ranks, bool thorough) {
  const Collective collective = choice.algorithm->collective;
  const std::vector<int> counts = {7, 1, 0, 1000, ranks - 1};
  const std::size_t types = (Reduces(collective) ? ReducedTypes() : MovedTypes()).size();
  std::vector<Problem> problems;
  const auto add = [&](std::size_t type, int count, Rank root, bool in_place) {
#ifdef COLLTUNE_SMPI
    // SimGrid 3.32 combines the operands of a scan in no particular order.
    const bool scans = collective == Collective::kScan || collective == Collective::kExscan;
    if (scans && !Commutes(ReducedTypes()[type].op)) return;
    // SimGrid sets aside the data of an MPI_Alltoallv in place as if types had no holes.
    in_place = in_place && (Reduces(collective) || IsDense(MovedTypes()[type].type));
#endif
    problems.push_back(
        {collective, choice, type, count, root % ranks, in_place && MayBeInPlace(collective)});
  };
  for (std::size_t type = 0; type < types; ++type) {
    if (!thorough) {
      const int i = static_cast<int>(type);
      add(type, counts[type % counts.size()], i, type % 2 == 0);
      add(type, counts[(type + 1) % counts.size()], (ranks - 1) * (i + 1), type % 2 == 1);
      continue;
    }
    for (const int count : counts) {
      for (Rank root = 0; root < ranks; ++root) {
        for (const bool in_place : {false, true}) add(type, count, root, in_place);
      }
    }
  }
  return problems;
}

/// The standard parameters, and for each parameter the values that make segments of few elements.
std::vector<Choice> Choices(const Algorithm& algorithm) {
  std::vector<Choice> choices = {StandardChoice(algorithm)};
  for (const Parameter& parameter : algorithm.parameters) {
    Choice other = choices.front();
    other.parameters.*parameter.value =
        parameter.value == &Parameters::segment ? 64 : parameter.tried[1];
    choices.push_back(other);
  }
  return choices;
}

/// Problems whose messages are worth running ahead, with operations that do: one for each of two
/// types, the second with holes where it is only moved. Segments are as short as that allows, and
/// the last one is shorter.
std::vector<Problem> LongProblems(const Algorithm& algorithm, int ranks) {
  const int count = algorithm.divides ? 3000 : 1100;
  Choice choice = StandardChoice(algorithm);
  if (choice.parameters.segment > 0) choice.parameters.segment = kLeastAhead.count;
  const Collective collective = algorithm.collective;
  return {{collective, choice, 0, count, 0, MayBeInPlace(collective)},
          {collective, choice, Reduces(collective) ? 2U : 1U, count, ranks - 1, false}};
}

void CompareAll(MPI_Comm comm, bool thorough) {
  Runner runner(comm, TestingPlacesForMost(SizeOf(comm)));
  for (const Algorithm& algorithm : Algorithms()) {
    std::vector<Problem> problems = LongProblems(algorithm, runner.ranks());
    for (const Choice& choice : Choices(algorithm)) {
      const std::vector<Problem> more = Problems(choice, runner.ranks(), thorough);
      problems.insert(problems.end(), more.begin(), more.end());
    }
    int compared = 0;
    int declined = 0;
    for (const Problem& problem : problems) {
      const std::string difference = Compare(problem, runner, comm, declined);
      EXPECT_EQ(difference, "") << ToText(problem) << ", rank " << runner.rank() << " of "
                                << runner.ranks();
      ++compared;
      // All ranks stop together, so that none waits for the others.
      int failed = difference.empty() ? 0 : 1;
      PMPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, comm);
      if (failed != 0) return;
    }
    if (algorithm.limits.empty()) {
      EXPECT_EQ(declined, 0) << algorithm.name;
    }
    EXPECT_GT(compared, 0);
  }
}

TEST(Calls, EveryAlgorithmEqualsTheLibrarys) {
  CompareAll(MPI_COMM_WORLD, SizeOf(MPI_COMM_WORLD) <= 2);
}

#ifdef COLLTUNE_SMPI
// In virtual time some smaller communicators also: one rank, one above a power of two, and others.
// Real MPI runs all sizes from 1 to 9.
TEST(Calls, EveryAlgorithmEqualsTheLibrarysOnFewerRanks) {
  for (const int ranks : {1, 2, 3, 6, 8, 17}) {
    MPI_Comm comm = MPI_COMM_NULL;
    const Rank rank = RankIn(MPI_COMM_WORLD);
    PMPI_Comm_split(MPI_COMM_WORLD, rank < ranks ? 0 : MPI_UNDEFINED, rank, &comm);
    if (comm == MPI_COMM_NULL) continue;
    const UniqueComm owner(comm);
    CompareAll(comm, false);
    if (HasFailure()) return;
  }
}
#endif

}  // namespace
}  // namespace colltune
