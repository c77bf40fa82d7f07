// Network experiments between two ranks: what the models are fitted to.
#ifndef COLLTUNE_MEASURE_NETWORK_EXPERIMENTS_H_
#define COLLTUNE_MEASURE_NETWORK_EXPERIMENTS_H_

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "measure/clock.h"
#include "measure/network/messages.h"
#include "measure/network/samples.h"

namespace colltune {

struct NetworkOptions {
  int repetitions = 20;  ///< of each experiment; the median counts
  int messages = 10;     ///< in a flood, and in a row of late receives
};

/// Performs single experiments. Each call is collective over the communicator: the ranks that are
/// not named only take part in sharing the result, which is the same on all ranks.
class NetworkExperiments {
 public:
  /// Requires that `comm` and `clock` live longer, and that errors on `comm` return.
  NetworkExperiments(MPI_Comm comm, const Clock& clock, NetworkOptions options)
      : messages_(comm), clock_(clock), options_(options) {}

  NetworkSample RoundTrip(Rank from, Rank to, Bytes bytes);
  NetworkSample Flood(Rank from, Rank to, Bytes bytes);
  /// `delay` should be longer than a round trip, so that each message finds the network empty.
  NetworkSample DelayedFlood(Rank from, Rank to, Bytes bytes, Seconds delay);
  /// Requires messages so small that MPI buffers them; else it never returns.
  NetworkSample LateReceive(Rank from, Rank to, Bytes bytes);

 private:
  NetworkSample FloodWith(Experiment experiment, Rank from, Rank to, Bytes bytes, Seconds delay);
  NetworkSample Repeat(NetworkSample sample, Rank timed_by, const std::function<void()>& prepare,
                       const std::function<void()>& timed);
  void Send(Rank to, Bytes bytes);
  void Receive(Rank from, Bytes bytes);

  Messages messages_;
  const Clock& clock_;
  const NetworkOptions options_;
};

/// Two ranks, the lower one first.
using Pair = std::pair<Rank, Rank>;

/// All pairs of ranks, or `most` of them, evenly spread, where there are more.
std::vector<Pair> Pairs(int ranks, std::size_t most);

/// All that the models of `models` need: round trips between the pairs, one after another, and
/// floods and overheads between ranks 0 and 1, at `sizes`. Requires two ranks or more.
std::vector<NetworkSample> NetworkSuite(NetworkExperiments& experiments,
                                        std::span<const Pair> pairs, std::span<const Bytes> sizes);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_EXPERIMENTS_H_
