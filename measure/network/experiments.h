// Network experiments between ranks, to whose samples the models are fitted.
#ifndef COLLTUNE_MEASURE_NETWORK_EXPERIMENTS_H_
#define COLLTUNE_MEASURE_NETWORK_EXPERIMENTS_H_

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "measure/clock/clock.h"
#include "measure/network/computation.h"
#include "measure/network/layer.h"
#include "measure/network/repetition_limits.h"
#include "measure/network/samples.h"

namespace colltune::measure {

struct NetworkOptions {
  /// Repetitions of each experiment, after one that warms up and is not counted. Where all would
  /// take more than a second there are fewer, 6 at least: long times vary less.
  int repetitions = 20;
  int messages = 10;  ///< in a row: of a flood, of late receives, of round trips
  /// Most bytes of a row in all. A longer row has fewer messages, two at least.
  Bytes most_row{std::int64_t{1} << 24};

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

/// Two ranks, the lower one first unless stated otherwise.
using Pair = std::pair<Rank, Rank>;

/// Performs single experiments, which Experiment describes. Each call is collective over the
/// communicator; ranks that the call does not name only share the result. The result is the same
/// on all ranks: median, its 95 % confidence interval (0 after fewer than 6 repetitions), and
/// least. Sizes are below 2^31 and at least the layer's least.
class NetworkExperiments {
 public:
  /// Sends by two-sided MPI. Requires that `comm` and `clock` live longer, and that errors on
  /// `comm` return. Throws as NetworkOptions::Validate.
  NetworkExperiments(MPI_Comm comm, const Clock& clock, NetworkOptions options);
  /// Sends by `layer`, between the ranks of `comm`; results are shared over `comm`.
  NetworkExperiments(std::unique_ptr<Layer> layer, MPI_Comm comm, const Clock& clock,
                     NetworkOptions options);

  /// Limits each later experiment to about `most`, which is the same on all ranks. Where messages
  /// take long, rows have fewer of them, two at least, and there are fewer repetitions, 6 at least.
  /// Repetitions also end early where they take longer than the first one suggested.
  void LimitTo(Seconds most) { most_ = most; }

  NetworkSample RoundTrip(Rank from, Rank to, Bytes bytes);
  /// Floods `to` with `messages` messages; 0: as many as the options and LimitTo allow.
  NetworkSample Flood(Rank from, Rank to, Bytes bytes, int depth = 0, int messages = 0);
  /// `delay` should be longer than a round trip, so that each message finds the network empty.
  NetworkSample DelayedFlood(Rank from, Rank to, Bytes bytes, Seconds delay);
  /// The receiver waits 1.2 times as long as the messages take by half a RoughTrip each, so that
  /// all have arrived. Messages that MPI does not buffer arrive only while they are received.
  NetworkSample LateReceive(Rank from, Rank to, Bytes bytes);
  /// Times one send call. With a `delay` of 0 the receive has been posted before.
  NetworkSample SendCall(Rank from, Rank to, Bytes bytes, Seconds delay);
  /// Finds the longest computation by bisection, to 1/256 of g. A pace at most 2 % slower counts
  /// as unchanged, and the slow-down is added to the overhead. So the overhead is exact even where
  /// computation and overhead together fill g.
  NetworkSample SendOverlap(Rank from, Rank to, Bytes bytes);
  NetworkSample ReceiveOverlap(Rank from, Rank to, Bytes bytes);
  /// `to` has posted all receives before it gives the signals, one after another. By MPI only.
  NetworkSample ManyToOne(const std::vector<Rank>& senders, Rank to, Bytes bytes);
  /// Times the first of `pairs`. All pairs start after a barrier, and each sends a row of messages.
  /// By MPI only.
  NetworkSample PairsAtOnce(const std::vector<Pair>& pairs, Bytes bytes) {
    return AtOnce(Experiment::kPairsAtOnce, pairs, bytes);
  }
  /// Times the pairs until the last of them has ended, and the first knows; as PairsAtOnce.
  NetworkSample StreamsAtOnce(const std::vector<Pair>& pairs, Bytes bytes) {
    return AtOnce(Experiment::kStreamsAtOnce, pairs, bytes);
  }

  /// Times what `rank` does by itself; by MPI's own reduction. The first run, in which the memory
  /// is touched, does not count.
  NetworkSample LocalCopy(Rank rank, Bytes bytes);
  NetworkSample LocalReduce(Rank rank, Bytes bytes);

  /// Returns the median of three round trips, which is good enough to choose waiting times and
  /// limits. Measured once for `from`, `to` and `bytes`.
  Seconds RoughTrip(Rank from, Rank to, Bytes bytes);

  MPI_Comm comm() const { return comm_; }

 private:
  NetworkSample Local(Experiment experiment, Rank rank, Bytes bytes,
                      void (*work)(std::span<const double> from, std::span<double> into));
  NetworkSample AtOnce(Experiment experiment, const std::vector<Pair>& pairs, Bytes bytes);
  int MessagesOf(Rank from, Rank to, Bytes bytes);
  int WarmUp(int most, const std::function<void()>& once) const;
  NetworkSample Repeat(const NetworkSample& sample, Rank timed_by, int repetitions,
                       const std::function<Seconds()>& once);
  std::vector<Seconds> TimesOf(int most, Rank timed_by, bool takes_part,
                               const std::function<Seconds()>& once) const;
  NetworkSample Share(NetworkSample sample, Rank timed_by, const std::vector<Seconds>& times);
  NetworkSample RoundTripOf(Rank from, Rank to, Bytes bytes, int repetitions, int messages);
  NetworkSample TimeRow(const NetworkSample& sample, Seconds send_work = Seconds(0),
                        Seconds receive_work = Seconds(0));
  void SendRow(const NetworkSample& row, Seconds work);
  void ReceiveRow(const NetworkSample& row, Seconds work);
  NetworkSample Overlap(Experiment experiment, Rank from, Rank to, Bytes bytes);
  void StartTogether(const NetworkSample& sample);
  Seconds TimeOf(const std::function<void()>& action) const;
  Seconds WithoutReading(Seconds time) const;

  const MPI_Comm comm_;
  const Rank self_;
  const Clock& clock_;
  const NetworkOptions options_;
  const ClockQuality quality_;
  const std::unique_ptr<Layer> layer_;
  Computation computation_;
  std::map<std::pair<Pair, Bytes>, Seconds> trips_;  // results of RoughTrip so far
  Seconds most_ = kUnlimited;
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_EXPERIMENTS_H_
