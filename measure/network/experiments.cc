// Round trips and floods as in Bell et al., "An Evaluation of Current High-Performance Networks"
// (IPDPS 2003), section 3; the sender's overhead by delayed floods as in Hoefler, Lichei & Rehm,
// "Low-Overhead LogGP Parameter Assessment" (IPDPS 2007), section 3.
#include "measure/network/experiments.h"

#include <algorithm>

#include "measure/statistics.h"

namespace colltune {
namespace {

constexpr int kTag = 2;
constexpr Bytes kReply{1};

}  // namespace

void NetworkExperiments::Send(Rank to, Bytes bytes) { messages_.Send(to, bytes, kTag); }

void NetworkExperiments::Receive(Rank from, Bytes bytes) { messages_.Receive(from, bytes, kTag); }

/// All ranks run prepare and timed; what the latter takes at `timed_by` counts. The first
/// repetition warms up.
NetworkSample NetworkExperiments::Repeat(NetworkSample sample, Rank timed_by,
                                         const std::function<void()>& prepare,
                                         const std::function<void()>& timed) {
  messages_.Reserve(std::max(sample.bytes, kReply));
  const Rank self = messages_.self();
  std::vector<Seconds> times;
  for (int i = 0; i <= options_.repetitions; ++i) {
    Check(PMPI_Barrier(messages_.comm()));
    // Ranks leave a barrier at different times: the sender starts when it hears from the receiver.
    if (self == sample.to) Send(sample.from, kReply);
    if (self == sample.from) Receive(sample.to, kReply);
    prepare();
    const Seconds begin = clock_.Now();
    timed();
    if (i > 0) times.push_back(clock_.Now() - begin);
  }
  double median = Median(std::move(times)).count();
  Check(PMPI_Bcast(&median, 1, MPI_DOUBLE, timed_by, messages_.comm()));
  sample.repetitions = options_.repetitions;
  sample.time = Seconds(median);
  return sample;
}

NetworkSample NetworkExperiments::RoundTrip(Rank from, Rank to, Bytes bytes) {
  const Rank self = messages_.self();
  // A row of round trips, so that the clock's own cost is small against them.
  NetworkSample sample = Repeat(
      {Experiment::kRoundTrip, from, to, bytes}, from, [] {},
      [&] {
        for (int i = 0; i < options_.messages; ++i) {
          if (self == from) {
            Send(to, bytes);
            Receive(to, bytes);
          } else if (self == to) {
            Receive(from, bytes);
            Send(from, bytes);
          }
        }
      });
  sample.time /= options_.messages;
  return sample;
}

NetworkSample NetworkExperiments::Flood(Rank from, Rank to, Bytes bytes) {
  return FloodWith(Experiment::kFlood, from, to, bytes, Seconds(0));
}

NetworkSample NetworkExperiments::DelayedFlood(Rank from, Rank to, Bytes bytes, Seconds delay) {
  return FloodWith(Experiment::kDelayedFlood, from, to, bytes, delay);
}

NetworkSample NetworkExperiments::FloodWith(Experiment experiment, Rank from, Rank to, Bytes bytes,
                                            Seconds delay) {
  const Rank self = messages_.self();
  NetworkSample sample{experiment, from, to, bytes};
  sample.messages = options_.messages;
  sample.delay = delay;
  return Repeat(
      sample, from, [] {},
      [&] {
        for (int i = 0; i < options_.messages; ++i) {
          if (self == from) {
            if (i > 0 && delay > Seconds(0)) clock_.WaitUntil(clock_.Now() + delay);
            Send(to, bytes);
          } else if (self == to) {
            Receive(from, bytes);
          }
        }
        if (self == to) Send(from, kReply);
        if (self == from) Receive(to, kReply);
      });
}

NetworkSample NetworkExperiments::LateReceive(Rank from, Rank to, Bytes bytes) {
  const Rank self = messages_.self();
  NetworkSample sample{Experiment::kLateReceive, from, to, bytes};
  sample.messages = options_.messages;
  const auto arrive = [&] {
    // The notice leaves last, and so arrives behind all others.
    if (self == from) {
      for (int i = 0; i < options_.messages; ++i) Send(to, bytes);
      messages_.Send(to, kReply, kTag + 1);
    } else if (self == to) {
      messages_.Receive(from, kReply, kTag + 1);
    }
  };
  return Repeat(sample, to, arrive, [&] {
    for (int i = 0; self == to && i < options_.messages; ++i) Receive(from, bytes);
  });
}

std::vector<Pair> Pairs(int ranks, std::size_t most) {
  std::vector<Pair> all;
  for (Rank from = 0; from < ranks; ++from) {
    for (Rank to = from + 1; to < ranks; ++to) all.emplace_back(from, to);
  }
  if (all.size() <= most) return all;
  std::vector<Pair> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * all.size() / most]);
  return some;
}

std::vector<NetworkSample> NetworkSuite(NetworkExperiments& experiments,
                                        std::span<const Pair> pairs, std::span<const Bytes> sizes) {
  std::vector<NetworkSample> samples;
  for (const Bytes bytes : sizes) {
    for (const auto& [from, to] : pairs) samples.push_back(experiments.RoundTrip(from, to, bytes));
    samples.push_back(experiments.Flood(0, 1, bytes));
  }
  // The overheads of one byte: a longer message would add its transfer where the processor moves
  // the data. Four round trips of delay let the network fall silent between two messages.
  constexpr Bytes kSmall{1};
  constexpr int kSilence = 4;
  const Seconds round_trip = experiments.RoundTrip(0, 1, kSmall).time;
  samples.push_back(experiments.DelayedFlood(0, 1, kSmall, kSilence * round_trip));
  samples.push_back(experiments.LateReceive(0, 1, kSmall));
  return samples;
}

}  // namespace colltune
