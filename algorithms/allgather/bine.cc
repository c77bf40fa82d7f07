// Bine allgather: a butterfly whose partners are at negabinary distances 1, -1, 3, -5, .. In round
// i a rank and its partner give each other the 2^i blocks that each has. These are blocks of ranks
// that follow each other around the ring, so that a message has at most two parts.
//
// Source: De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
// Locality" (SC 2025, arXiv 2508.17311), the distance-doubling butterfly. The source declines
// numbers of ranks that are no power of two.
// Cost for p ranks and blocks of m bytes, Hockney: lg p alpha + (p-1) m beta, as recursive
// doubling.
#include "algorithms/phases/bine.h"

#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const int p = shape.ranks;
  Schedule schedule;
  schedule.Copy(Input(0, 1), Output(rank, 1));
  for (int level = 1; level <= BineLevels(p); ++level) {
    const Rank partner = BinePartner(rank, level, p);
    // Returns the blocks that a rank has before this round.
    const auto blocks_of = [level, p](Rank owner) {
      return AroundRing(BineGroup(owner, level - 1, p), 1 << (level - 1), p, Buffer::kOutput);
    };
    schedule.NextRound().Receive(partner, blocks_of(partner)).Send(partner, blocks_of(rank));
  }
  return schedule;
}

Algorithm AllgatherByBine(Collective collective) {
  return {
      .collective = collective,
      .name = "bine",
      .summary = "partners at distances 1, -1, 3, -5, 11, .. exchange all that they have",
      .source = "De Sensi et al. 2025",
      .parameters = {},
      .limits = {kPowerOfTwoRanks},
      .build = Build,
  };
}

}  // namespace

Algorithm AllgatherBine() { return AllgatherByBine(Collective::kAllgather); }

Algorithm AllgathervBine() { return AllgatherByBine(Collective::kAllgatherv); }

}  // namespace colltune
