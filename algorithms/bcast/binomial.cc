// Binomial tree broadcast: in each step every rank that has the message sends it to one that has
// not, the one with the most ranks behind it first.
//
// Source: Thakur, Rabenseifner & Gropp, "Optimization of Collective Communication Operations in
// MPICH" (IJHPCA 2005), section 4.2; figure 1 of de Supinski & Karonis (HPDC 1999) is its time
// line.
// Cost for p ranks and m bytes, LogGP with o >= g: floor(lg p)(o + (m-1)G + L + o), and a send,
// o + (m-1)G, more where p is no power of two. (Hockney: ceil(lg p) messages, as a sender is busy
// until its message has arrived.)
#include "algorithms/algorithm.h"
#include "algorithms/phases/tree_phases.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  return BcastAlongTree(shape, Binomial(ToRelative(shape, rank), shape.ranks));
}

}  // namespace

Algorithm BcastBinomial() {
  return {
      .collective = Collective::kBcast,
      .name = "binomial",
      .summary = "every rank that has the message sends it to one that has not",
      .source = "Thakur, Rabenseifner & Gropp 2005, section 4.2",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
