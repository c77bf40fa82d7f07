// Lower bound for the time of an operation on a simulated machine, for any algorithm.
#ifndef COLLTUNE_TESTS_TUNER_LOWER_BOUND_H_
#define COLLTUNE_TESTS_TUNER_LOWER_BOUND_H_

#include <mpi.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/collective.h"
#include "algorithms/shape.h"

namespace colltune::tune {

/// Computes bounds from the platform's parameters alone: latencies L, bandwidths 1/G and overheads
/// C of hosts, as in SimGrid; nothing is measured. One rank runs on each host, and routes are a
/// tree: data that pass a link between two hosts pass it on any other route also.
class LowerBound {
 public:
  /// Collective.
  explicit LowerBound(MPI_Comm comm);

  /// Returns the bound in seconds, for blocks of `bytes`. Requires a rooted collective or
  /// allreduce.
  double Of(Collective collective, Bytes bytes, Rank root) const;

 private:
  struct Way {
    double latency = 0;              // s
    std::vector<std::string> links;  // each direction of a link has a name of its own
  };

  const Way& From(Rank from, Rank to) const;
  double Overhead(Rank rank) const { return overheads_[static_cast<std::size_t>(rank)]; }
  double WaysOf(Rank root, bool to_root, bool own_blocks, double bytes) const;
  double TreeOf(Rank root) const;
  double GossipOf(double bytes) const;

  int ranks_;
  std::vector<double> overheads_;             // s, of each message that a rank sends or receives
  std::vector<Way> ways_;                     // from rank to rank
  std::map<std::string, double> bandwidths_;  // B/s
  double widest_ = 0;
  double shortest_ = 0;  // s, the least latency between two ranks
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TESTS_TUNER_LOWER_BOUND_H_
