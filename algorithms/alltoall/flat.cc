// Flat all-to-all: each rank sends to every other rank the block for it, all messages in flight
// together.
//
// The partners are ordered from the rank itself, so that not all ranks send to the same one first.
//
// Source: Thakur, Rabenseifner & Gropp, "Optimization of Collective Communication Operations in
// MPICH" (IJHPCA 2005), all-to-all for medium messages; Open MPI's "linear".
// Cost for p ranks and blocks of m bytes, LogGP: (p-2) max(2o, g + (m-1)G) + o + (m-1)G + L + o,
// since a rank spends an overhead for each message that it sends and for each that it receives. In
// place all blocks are copied once more.
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchanges.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  return BoundedExchange(shape, rank, shape.ranks);
}

Algorithm Flat(Collective collective) {
  return {
      .collective = collective,
      .name = "flat",
      .summary = "each rank sends to every other, all at once",
      .source = "Thakur, Rabenseifner & Gropp 2005, all-to-all",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace

Algorithm AlltoallFlat() { return Flat(Collective::kAlltoall); }

Algorithm AlltoallvFlat() { return Flat(Collective::kAlltoallv); }

Algorithm AlltoallwFlat() { return Flat(Collective::kAlltoallw); }

}  // namespace colltune
