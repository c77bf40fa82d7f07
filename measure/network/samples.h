// Samples of the network experiments, to which the models are fitted.
#ifndef COLLTUNE_MEASURE_NETWORK_SAMPLES_H_
#define COLLTUNE_MEASURE_NETWORK_SAMPLES_H_

#include <string>
#include <utility>
#include <vector>

#include "algorithms/shape.h"
#include "algorithms/units.h"

namespace colltune::measure {

/// The experiments, between a rank `from` and a rank `to`.
enum class Experiment : unsigned char {
  /// A message of `bytes` there and one of the same size back; timed by `from`.
  kRoundTrip,
  /// `messages` of `bytes` there, one right after another, then one byte back; timed by `from`:
  /// PRTT(n, 0, s) of Netgauge. With depth q > 0 by nonblocking sends, q of them under way at a
  /// time, as Bell et al. (2003) do; with 0 by blocking ones.
  kFlood,
  /// A kFlood of depth 0 in which `from` computes for `delay` before each message except the first:
  /// PRTT(n, d, s).
  kDelayedFlood,
  /// `messages` of `bytes` have arrived before `to` receives them one after another; timed by
  /// `to`, the receives alone.
  kLateReceive,
  /// A message of `bytes` to each of `others`, in that order, and to `to`, one right after another;
  /// each answers with `reply` bytes; timed by `from` until it has all answers.
  kOneToMany,
  /// A kOneToMany in which `to` alone answers.
  kOneToManyLastAnswers,
  /// One blocking send of `bytes`, whose receive is posted `delay` later; timed by `from`, the call
  /// of the send alone. A send that takes as long as the delay waits for its receiver.
  kSendCall,
  /// Bell's overlap: the longest computation between a nonblocking send and its completion that
  /// leaves the pace of a flood of depth 1 as it is: g - o_s. A computation at the receiver gives
  /// g - o_r likewise. `time` is the overhead: g less the computation.
  kSendOverlap,
  kReceiveOverlap,
  /// Each of `others` and `from` sends `bytes` to `to`, all at the same time; timed by `to`, from
  /// its signal to start until it has them all.
  kManyToOne,
  /// `from` sends `messages` of `bytes` to `to`, all under way at once, and `to` answers the last
  /// with one byte. Meanwhile other pairs do the same: others[0] to others[1], others[2] to
  /// others[3], ... A rank may be in several pairs: it begins the messages of all of them, one of
  /// each pair after another, and answers when all of its own are complete. Timed by `from`, until
  /// it has all its answers.
  kPairsAtOnce,
  /// A kPairsAtOnce in which each other rank sends `from` one byte more when it has all its own
  /// answers; timed by `from`, until all of these are there.
  kStreamsAtOnce,
  /// `from`, which is `to`, too, copies `bytes` from one buffer to another, or adds them to those
  /// there as doubles by MPI_Reduce_local. No message is sent.
  kLocalCopy,
  kLocalReduce,
};

/// Whether `experiment` has `others` that are pairs of ranks.
inline bool HasPairs(Experiment experiment) {
  return experiment == Experiment::kPairsAtOnce || experiment == Experiment::kStreamsAtOnce;
}

/// Whether `experiment` is about one rank alone, `from` and `to` alike.
inline bool IsLocal(Experiment experiment) {
  return experiment == Experiment::kLocalCopy || experiment == Experiment::kLocalReduce;
}

/// The result of repeating one experiment.
struct NetworkSample {
  Experiment experiment = Experiment::kRoundTrip;
  Rank from = 0;
  Rank to = 0;
  Bytes bytes;
  int messages = 1;
  Seconds delay{};
  int repetitions = 0;
  Seconds time{};              ///< the whole experiment: the median of the repetitions
  std::vector<Rank> others{};  ///< further ranks that take part; see Experiment
  Bytes reply{};               ///< in kOneToMany...: the size of an answer
  int depth = 0;               ///< in kFlood: messages under way at a time
  Seconds least{};             ///< the shortest of the repetitions
  Seconds low{};               ///< the median's 95 % confidence interval;
  Seconds high{};              ///< low = high = 0 where it is not known
};

/// Streams to be timed at the same time, as kStreamsAtOnce; each is from one rank to another.
struct StreamsWanted {
  std::vector<std::pair<Rank, Rank>> pairs;
  Bytes bytes;  ///< of a message
};

/// Round trips to be timed: pairs of ranks, the lower one first, those that tell most first.
struct TripsWanted {
  std::vector<std::pair<Rank, Rank>> pairs;
  std::vector<Bytes> sizes;
};

/// Host and socket that a rank of the job runs on.
struct Place {
  std::string host;
  int socket = 0;  ///< processor package, by the host kernel's number; 0 where it is not known

  friend bool operator==(const Place&, const Place&) = default;
};

/// Input of a fit; the contents of a samples file.
struct NetworkData {
  std::vector<Place> places;  ///< of each rank
  std::vector<NetworkSample> samples;
};

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_SAMPLES_H_
