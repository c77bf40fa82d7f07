// Neighbour exchange allgather: a rank exchanges with its left and its right neighbour by turns.
// Pairs first give each other their own blocks; from then on each rank gives one neighbour the two
// blocks that it got last from the other.
//
// Source: Chen, Zhang, Zhang & Yuan, "Performance Evaluation of Allgather Algorithms on Terascale
// Linux Cluster with Fast Ethernet" (HPC Asia 2005); Open MPI's
// ompi_coll_base_allgather_intra_neighborexchange.
// Cost for p ranks and blocks of m bytes, LogGP: (o + (m-1)G + L + o) +
// (p/2 - 1)(o + (2m-1)G + L + o): half the rounds of the ring for the same volume.
#include <cstdint>

#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const int p = shape.ranks;
  const int side = rank % 2 == 0 ? 1 : -1;  // to the other rank of this rank's pair
  const auto toward = [side](int round) { return round % 2 == 0 ? side : -side; };
  // Returns the pair of blocks that arrives in a round. The pair comes from as many pairs away as
  // this rank has exchanged with that neighbour before. In round 0 the own pair becomes complete.
  const auto pair = [&](int round) {
    const std::int64_t at = Around(rank / 2, toward(round) * ((round + 1) / 2), p / 2);
    return Output(2 * at, 2);
  };
  const Rank other = rank + side;
  Schedule schedule;
  schedule.Copy(Input(0, 1), Output(rank, 1))
      .NextRound()
      .Receive(other, Output(other, 1))
      .Send(other, Output(rank, 1));
  for (int round = 1; round < p / 2; ++round) {
    const Rank partner = Around(rank, toward(round), p);
    schedule.NextRound().Receive(partner, pair(round)).Send(partner, pair(round - 1));
  }
  return schedule;
}

Algorithm NeighborExchange(Collective collective) {
  return {
      .collective = collective,
      .name = "neighbor_exchange",
      .summary = "ranks exchange two blocks with the left and the right neighbour by turns",
      .source = "Chen, Zhang, Zhang & Yuan 2005",
      .parameters = {},
      .limits = {kEvenRanks},
      .build = Build,
  };
}

}  // namespace

Algorithm AllgatherNeighborExchange() { return NeighborExchange(Collective::kAllgather); }

Algorithm AllgathervNeighborExchange() { return NeighborExchange(Collective::kAllgatherv); }

}  // namespace colltune
