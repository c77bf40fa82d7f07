// Network experiments between ranks: what the models are fitted to.
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

namespace colltune {

struct NetworkOptions {
  /// Of each experiment, behind one that is not counted. Where they would take more than a second
  /// in all there are fewer, 6 at least: what takes long varies less.
  int repetitions = 20;
  int messages = 10;  ///< in a flood, and in a row of late receives
  /// A row has no more messages than amount to this, but two at least.
  Bytes most_row{std::int64_t{1} << 24};

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

/// Two ranks, the lower one first where nothing else is said.
using Pair = std::pair<Rank, Rank>;

/// Performs single experiments; see Experiment for what each is. Each call is collective over the
/// communicator: the ranks that are not named only take part in sharing the result, which is the
/// same on all ranks: median, its 95 % confidence interval (0 after fewer than 6 repetitions), and
/// least. Sizes are below 2^31 and at least the layer's least.
class NetworkExperiments {
 public:
  /// By two-sided MPI. Requires that `comm` and `clock` live longer, and that errors on `comm`
  /// return. Throws as NetworkOptions::Validate.
  NetworkExperiments(MPI_Comm comm, const Clock& clock, NetworkOptions options);
  /// By `layer`, between the ranks of `comm`, which shares the results.
  NetworkExperiments(std::unique_ptr<Layer> layer, MPI_Comm comm, const Clock& clock,
                     NetworkOptions options);

  /// From now on an experiment is to take at most so long: rows have fewer messages where messages
  /// take long, two at least, and there are fewer repetitions, 6 at least, also where they turn out
  /// to take longer than the first one. Alike on all ranks.
  void LimitTo(Seconds most) { most_ = most; }

  NetworkSample RoundTrip(Rank from, Rank to, Bytes bytes);
  /// Of `messages`, or as many as the options say.
  NetworkSample Flood(Rank from, Rank to, Bytes bytes, int depth = 0, int messages = 0);
  /// `delay` should be longer than a round trip, so that each message finds the network empty.
  NetworkSample DelayedFlood(Rank from, Rank to, Bytes bytes, Seconds delay);
  /// The receiver waits until the messages have had time to arrive, by 1.2 times what they took
  /// before. Those that MPI does not buffer arrive only while they are received.
  NetworkSample LateReceive(Rank from, Rank to, Bytes bytes);
  /// A `delay` of 0: the receive has been posted before.
  NetworkSample SendCall(Rank from, Rank to, Bytes bytes, Seconds delay);
  /// The computation is found by bisection, to 1/256 of g; the pace counts as unchanged while it
  /// is at most 2 % slower. What it is slower counts for the overhead, which is so exact even
  /// where computation and overhead together fill g.
  NetworkSample SendOverlap(Rank from, Rank to, Bytes bytes);
  NetworkSample ReceiveOverlap(Rank from, Rank to, Bytes bytes);
  /// `to` has posted all receives before it gives the signals, one after another. By MPI only.
  NetworkSample ManyToOne(const std::vector<Rank>& senders, Rank to, Bytes bytes);
  /// The first of `pairs` is timed; all start behind a barrier, and send as many messages as a row
  /// has. By MPI only.
  NetworkSample PairsAtOnce(const std::vector<Pair>& pairs, Bytes bytes);

  /// What a round trip takes, from a few: enough to know how long to wait. Measured once.
  Seconds RoughTrip(Rank from, Rank to, Bytes bytes);

  MPI_Comm comm() const { return comm_; }

 private:
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
  std::map<std::pair<Pair, Bytes>, Seconds> trips_;  // as far as RoughTrip has been asked
  Seconds most_ = kUnlimited;
};

/// All pairs of ranks, or `most` of them, evenly spread, where there are more.
std::vector<Pair> Pairs(int ranks, std::size_t most);

/// What tells one network from another in a second or so: round trips between the pairs, one after
/// another, and floods and overheads between ranks 0 and 1, at `sizes`. Requires two ranks or more.
std::vector<NetworkSample> NetworkSuite(NetworkExperiments& experiments,
                                        std::span<const Pair> pairs, std::span<const Bytes> sizes);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_EXPERIMENTS_H_
