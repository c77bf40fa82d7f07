// Allreduce by recursive doubling: in round i the two ranks whose numbers differ in bit i give each
// other what they have combined so far. Ranks beyond a power of two send their operand to a
// neighbor before and get the result afterwards.
//
// Source: Thakur, Rabenseifner & Gropp, "Optimization of Collective Communication Operations in
// MPICH" (IJHPCA 2005); MPICH's MPIR_Allreduce_intra_recursive_doubling. Of a pair of folded
// neighbors the lower one takes part here.
// Cost for a power of two of ranks p and m bytes, Hockney with gamma for combining a byte:
// lg p (alpha + m beta + m gamma); otherwise 2 (alpha + m beta) + m gamma more.
#include "algorithms/algorithm.h"
#include "algorithms/phases/butterflies.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  return AllreduceByMultiplying(shape, rank, 2);
}

}  // namespace

Algorithm AllreduceRecursiveDoubling() {
  return {
      .collective = Collective::kAllreduce,
      .name = "recursive_doubling",
      .summary = "pairs at doubling distances give each other all they have",
      .source = "Thakur, Rabenseifner & Gropp 2005; MPICH, Allreduce_intra_recursive_doubling",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
