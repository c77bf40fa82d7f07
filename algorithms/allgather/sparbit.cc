// Sparbit allgather: each of ceil(lg p) rounds halves the distance d, from the largest power of two
// below p down to 1. Before a round a rank has every 2d-th block, counted downwards from its own
// around the ring. It sends them to the rank d above it, which lacks them.
//
// After a round every rank has the ceil(p/d) blocks at multiples of d, each once. If that number is
// odd, the farthest block of the sender is left out. Its receiver has it already, or gets it later
// from a nearer rank. The source calls that an exclusion. Most data travel the shortest distance,
// unlike in recursive doubling and in Bruck's algorithm.
//
// Source: Loch & Koslovski, "Sparbit: a new logarithmic-cost and data locality-aware MPI Allgather
// algorithm" (2021, arXiv 2109.08751); Open MPI's ompi_coll_base_allgather_intra_sparbit, which
// sends each block in a message of its own. Here the blocks of a round are one message.
// Cost for p ranks and blocks of m bytes, Hockney: ceil(lg p) alpha + (p-1) m beta.
#include <bit>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const int p = shape.ranks;
  Schedule schedule;
  schedule.Copy(Input(0, 1), Output(rank, 1));
  const auto largest = static_cast<int>(std::bit_floor(static_cast<unsigned>(p - 1)));
  for (int distance = largest; distance > 0; distance /= 2) {
    const int blocks = (p + distance - 1) / distance / 2;  // in this round's message
    // Returns the first `blocks` blocks of `owner` before this round.
    const auto sent_by = [&](Rank owner) {
      std::vector<Block> parts;
      for (int i = 0; i < blocks; ++i) {
        parts.push_back(Output(Around(owner, -2 * i * distance, p), 1));
      }
      return parts;
    };
    const Rank below = Around(rank, -distance, p);
    schedule.NextRound().Receive(below, sent_by(below));
    schedule.Send(Around(rank, distance, p), sent_by(rank));
  }
  return schedule;
}

Algorithm Sparbit(Collective collective) {
  return {
      .collective = collective,
      .name = "sparbit",
      .summary = "each rank sends every other block upwards, at distances that halve",
      .source = "Loch & Koslovski 2021; Open MPI, allgather_intra_sparbit",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace

Algorithm AllgatherSparbit() { return Sparbit(Collective::kAllgather); }

Algorithm AllgathervSparbit() { return Sparbit(Collective::kAllgatherv); }

}  // namespace colltune
