// Intel MPI's algorithms, as its Developer Reference for 2019 numbers and names them.
#ifndef COLLTUNE_PROFILES_EXPORTERS_INTEL_INTEL_MATCHES_H_
#define COLLTUNE_PROFILES_EXPORTERS_INTEL_INTEL_MATCHES_H_

#include <array>

#include "profiles/exporters/flat_rules.h"

namespace colltune::intel {

using enum Collective;

// The number is the algorithm's. "linear" may or may not block, and the radix of the k-nomial
// trees is another variable, for all calls: where the reference says no more than such a name, the
// match is not exact.
inline constexpr std::array kMatches = {
    Match{kBcast, "binomial", "1 binomial", true},
    Match{kBcast, "scatter_recursive_doubling_allgather", "2 recursive doubling", false},
    Match{kBcast, "scatter_ring_allgather", "3 ring", false},
    Match{kBcast, "knomial", "8 knomial", false},
    Match{kScatter, "binomial", "1 binomial", true},
    Match{kScatter, "knomial", "1 binomial", false},
    Match{kScatterv, "flat", "1 linear", false},
    Match{kScatterv, "flat_nonblocking", "1 linear", false},
    Match{kGather, "binomial", "1 binomial", true},
    Match{kGather, "knomial", "1 binomial", false},
    Match{kGatherv, "flat", "1 linear", false},
    Match{kGatherv, "flat_nonblocking", "1 linear", false},
    Match{kReduce, "binomial", "2 binomial", true},
    Match{kReduce, "rabenseifner", "5 Rabenseifner's", true},
    Match{kReduce, "knomial", "7 knomial", false},
    Match{kAllreduce, "recursive_doubling", "1 recursive doubling", true},
    Match{kAllreduce, "rabenseifner", "2 Rabenseifner's", true},
    Match{kAllreduce, "reduce_bcast", "3 Reduce + Bcast", false},
    Match{kAllreduce, "ring", "8 ring", true},
    Match{kAllreduce, "segmented_ring", "8 ring", false},
    Match{kAllreduce, "recursive_multiplying", "9 knomial", false},
    Match{kAllgather, "recursive_doubling", "1 recursive doubling", true},
    Match{kAllgather, "bruck:k=2", "2 Bruck's", true},
    Match{kAllgather, "bruck", "5 knomial", false},
    Match{kAllgather, "ring", "3 ring", true},
    Match{kAllgatherv, "recursive_doubling", "1 recursive doubling", true},
    Match{kAllgatherv, "bruck:k=2", "2 Bruck's", true},
    Match{kAllgatherv, "bruck", "2 Bruck's", false},
    Match{kAllgatherv, "ring", "3 ring", true},
    Match{kAlltoall, "bruck:k=2", "1 Bruck's", true},
    Match{kAlltoall, "bruck", "1 Bruck's", false},
    Match{kAlltoall, "flat", "2 Isend/Irecv + waitall", true},
    Match{kAlltoall, "flat_bounded", "2 Isend/Irecv + waitall", false},
    Match{kAlltoall, "pairwise", "3 pairwise exchange", true},
    Match{kAlltoallv, "flat", "1 Isend/Irecv + waitall", true},
    Match{kAlltoallv, "flat_bounded", "1 Isend/Irecv + waitall", false},
    Match{kAlltoallw, "flat", "1 Isend/Irecv + waitall", true},
    Match{kAlltoallw, "flat_bounded", "1 Isend/Irecv + waitall", false},
    Match{kBarrier, "dissemination:k=2", "1 dissemination", true},
    Match{kBarrier, "dissemination", "1 dissemination", false},
    Match{kBarrier, "recursive_doubling", "2 recursive doubling", true},
    Match{kBarrier, "tree:k=2", "5 binomial gather + scatter", true},
    Match{kBarrier, "tree", "5 binomial gather + scatter", false},
    Match{kReduceScatter, "recursive_halving", "1 recursive halving", true},
    Match{kReduceScatter, "pairwise", "2 pairwise exchange", true},
    Match{kReduceScatter, "recursive_doubling", "3 recursive doubling", true},
    Match{kReduceScatter, "reduce_scatter", "4 Reduce + Scatterv", false},
};

}  // namespace colltune::intel

#endif  // COLLTUNE_PROFILES_EXPORTERS_INTEL_INTEL_MATCHES_H_
