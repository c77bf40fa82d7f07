// Round trips, floods and overlap as in Bell et al., "An Evaluation of Current High-Performance
// Networks" (IPDPS 2003), section 4; the sender's overhead by delayed floods as in Hoefler, Lichei
// & Rehm, "Low-Overhead LogGP Parameter Assessment" (IPDPS 2007), section 3; single send calls and
// late receives as in Kielmann, Bal & Verstoep, "Fast Measurement of LogP Parameters for Message
// Passing Platforms" (IPDPS workshops 2000), section 3.
#include "measure/network/experiments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "algorithms/mpi/unique.h"
#include "measure/statistics/statistics.h"

namespace colltune::measure {

void NetworkOptions::Validate() const {
  const auto demand = [](bool holds, const std::string& message) {
    if (!holds) throw std::invalid_argument(message);
  };
  demand(repetitions >= 1, fmt::format("repetitions {} are below 1", repetitions));
  demand(messages >= 2, fmt::format("messages {} are below 2", messages));
  demand(most_row >= Bytes{1}, fmt::format("most bytes of a row, {}, are below 1", most_row.count));
}

NetworkExperiments::NetworkExperiments(MPI_Comm comm, const Clock& clock, NetworkOptions options)
    : NetworkExperiments(MakeMpiLayer(comm), comm, clock, options) {}

NetworkExperiments::NetworkExperiments(std::unique_ptr<Layer> layer, MPI_Comm comm,
                                       const Clock& clock, NetworkOptions options)
    : comm_(comm),
      self_(RankIn(comm)),
      clock_(clock),
      options_(options),
      quality_(Examine(clock)),
      layer_(std::move(layer)),
      computation_(clock) {
  options_.Validate();
}

int NetworkExperiments::MessagesOf(Rank from, Rank to, Bytes bytes) {
  const std::int64_t fit = options_.most_row.count / std::max<std::int64_t>(bytes.count, 1);
  const auto most = static_cast<int>(std::clamp<std::int64_t>(fit, 2, options_.messages));
  return most_ == kUnlimited ? most : MessagesWithin(most_, RoughTrip(from, to, bytes) / 2, most);
}

Seconds NetworkExperiments::TimeOf(const std::function<void()>& action) const {
  const Seconds begin = clock_.Now();
  action();
  return clock_.Now() - begin;
}

/// Subtracts the cost of reading the clock, which may be as long as a single call; returns at least
/// the clock's resolution.
Seconds NetworkExperiments::WithoutReading(Seconds time) const {
  return std::max(time - quality_.cost, quality_.resolution);
}

/// The receiver is ready when the sender hears from it.
void NetworkExperiments::StartTogether(const NetworkSample& sample) {
  if (self_ == sample.to) layer_->Signal(sample.from);
  if (self_ == sample.from) layer_->AwaitSignal(sample.to);
}

/// Runs `once` to warm up, and returns the number of repetitions to follow, at most `most`.
/// Collective.
int NetworkExperiments::WarmUp(int most, const std::function<void()>& once) const {
  constexpr Seconds kEnough(1);
  if (most <= kFewestRepetitions) {
    once();
    return most;
  }
  Check(PMPI_Barrier(comm_));  // some ranks may still be busy with the experiment before
  double longest = TimeOf(once).count();
  Check(PMPI_Allreduce(MPI_IN_PLACE, &longest, 1, MPI_DOUBLE, MPI_MAX, comm_));
  return RepetitionsWithin(std::min(kEnough, most_), Seconds(longest), most);
}

/// Runs `once` repeatedly on the ranks `from` and `to`; the times are the values that it returns at
/// `timed_by`. The first repetition warms up.
NetworkSample NetworkExperiments::Repeat(const NetworkSample& sample, Rank timed_by,
                                         int repetitions, const std::function<Seconds()>& once) {
  layer_->Reserve(sample.bytes);
  const bool takes_part = self_ == sample.from || self_ == sample.to;
  const auto repeat = [&] {
    StartTogether(sample);
    return once();
  };
  repetitions = WarmUp(repetitions, [&] {
    if (takes_part) repeat();
  });
  const std::vector<Seconds> times = TimesOf(repetitions, timed_by, takes_part, repeat);
  layer_->Settle();
  return Share(sample, timed_by, times);
}

/// Returns the times of `most` repetitions on ranks that take part, and none on others. There are
/// fewer where repetitions take longer than the limit of an experiment: `timed_by` then tells all
/// ranks to stop. It decides only after 6, 12, 24, ... repetitions, since telling takes time, too.
/// Collective.
std::vector<Seconds> NetworkExperiments::TimesOf(int most, Rank timed_by, bool takes_part,
                                                 const std::function<Seconds()>& once) const {
  const Seconds end = clock_.Now() + most_;
  std::vector<Seconds> times;
  int until = most_ == kUnlimited ? most : std::min(kFewestRepetitions, most);
  for (;; until = std::min(2 * until, most)) {
    while (takes_part && std::ssize(times) < until) times.push_back(once());
    if (until == most) return times;
    int goes_on = clock_.Now() < end ? 1 : 0;
    Check(PMPI_Bcast(&goes_on, 1, MPI_INT, timed_by, comm_));
    if (goes_on == 0) return times;
  }
}

NetworkSample NetworkExperiments::Share(NetworkSample sample, Rank timed_by,
                                        const std::vector<Seconds>& times) {
  constexpr double kConfidence = 0.95;
  std::array<double, 5> numbers{};
  if (self_ == timed_by) {
    Interval interval = MedianInterval(times, kConfidence);
    if (!std::isfinite(interval.high.count())) interval = {};
    numbers = {static_cast<double>(times.size()), Median(times).count(), Minimum(times).count(),
               interval.low.count(), interval.high.count()};
  }
  Check(PMPI_Bcast(numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, timed_by, comm_));
  sample.repetitions = static_cast<int>(numbers[0]);
  sample.time = Seconds(numbers[1]);
  sample.least = Seconds(numbers[2]);
  sample.low = Seconds(numbers[3]);
  sample.high = Seconds(numbers[4]);
  return sample;
}

NetworkSample NetworkExperiments::RoundTrip(Rank from, Rank to, Bytes bytes) {
  return RoundTripOf(from, to, bytes, options_.repetitions, MessagesOf(from, to, bytes));
}

/// Times a row of round trips, so that the clock's own cost is small against the row.
NetworkSample NetworkExperiments::RoundTripOf(Rank from, Rank to, Bytes bytes, int repetitions,
                                              int messages) {
  return Repeat({Experiment::kRoundTrip, from, to, bytes}, from, repetitions, [&] {
    return TimeOf([&] {
             for (int i = 0; i < messages; ++i) {
               if (self_ == from) layer_->Send(to, bytes);
               if (self_ == from) layer_->Receive(to, bytes);
               if (self_ == to) layer_->Receive(from, bytes);
               if (self_ == to) layer_->Send(from, bytes);
             }
           }) /
           messages;
  });
}

Seconds NetworkExperiments::RoughTrip(Rank from, Rank to, Bytes bytes) {
  constexpr int kRepetitions = 3;
  const auto [trip, is_new] = trips_.try_emplace({{from, to}, bytes});
  if (is_new) trip->second = RoundTripOf(from, to, bytes, kRepetitions, 1).time;
  return trip->second;
}

NetworkSample NetworkExperiments::Flood(Rank from, Rank to, Bytes bytes, int depth, int messages) {
  NetworkSample row{Experiment::kFlood, from, to, bytes};
  row.messages = messages > 0 ? messages : MessagesOf(from, to, bytes);
  row.depth = depth;
  return TimeRow(row);
}

NetworkSample NetworkExperiments::DelayedFlood(Rank from, Rank to, Bytes bytes, Seconds delay) {
  NetworkSample row{Experiment::kDelayedFlood, from, to, bytes};
  row.messages = MessagesOf(from, to, bytes);
  row.delay = delay;
  return TimeRow(row);
}

NetworkSample NetworkExperiments::TimeRow(const NetworkSample& sample, Seconds send_work,
                                          Seconds receive_work) {
  return Repeat(sample, sample.from, options_.repetitions, [&] {
    return TimeOf([&] {
      if (self_ == sample.from) SendRow(sample, send_work);
      if (self_ == sample.to) ReceiveRow(sample, receive_work);
    });
  });
}

void NetworkExperiments::SendRow(const NetworkSample& row, Seconds work) {
  const int n = row.messages;
  for (int i = 0; i < n && row.depth == 0; ++i) {
    if (i > 0 && row.delay > Seconds(0)) clock_.WaitUntil(clock_.Now() + row.delay);
    layer_->Send(row.to, row.bytes);
  }
  for (int i = 0; i < n && row.depth == 1; ++i) {
    layer_->StartSend(row.to, row.bytes);
    if (i + 1 < n) computation_.Compute(work);
    layer_->FinishSends(1);
  }
  if (row.depth > 1) {
    int started = 0;
    int finished = 0;
    const int half = row.depth / 2;
    for (; started < std::min(row.depth, n); ++started) layer_->StartSend(row.to, row.bytes);
    while (started < n) {
      layer_->FinishSends(half);
      finished += half;
      for (const int end = std::min(started + half, n); started < end; ++started) {
        layer_->StartSend(row.to, row.bytes);
      }
    }
    layer_->FinishSends(n - finished);
  }
  if (row.depth > 0) layer_->EndRow(row.to);
  layer_->AwaitSignal(row.to);
}

void NetworkExperiments::ReceiveRow(const NetworkSample& row, Seconds work) {
  for (int i = 0; i < row.messages; ++i) {
    if (row.depth == 0) {
      layer_->Receive(row.from, row.bytes);
      continue;
    }
    layer_->StartReceive(row.from, row.bytes);
    if (i > 0) computation_.Compute(work);
    layer_->FinishReceives(1);
  }
  if (row.depth > 0) layer_->AwaitRow(row.from);
  layer_->Signal(row.from);
}

NetworkSample NetworkExperiments::LateReceive(Rank from, Rank to, Bytes bytes) {
  NetworkSample sample{Experiment::kLateReceive, from, to, bytes};
  sample.messages = MessagesOf(from, to, bytes);
  constexpr double kRoom = 1.2;  // of Kielmann et al.
  const Seconds arrival = kRoom * sample.messages * RoughTrip(from, to, bytes) / 2;
  return Repeat(sample, to, options_.repetitions, [&] {
    if (self_ == from) {
      for (int i = 0; i < sample.messages; ++i) layer_->StartSend(to, bytes);
      layer_->Signal(to);
      layer_->FinishSends(sample.messages);
      return Seconds(0);
    }
    layer_->AwaitSignal(from);
    clock_.WaitUntil(clock_.Now() + arrival);
    return WithoutReading(TimeOf([&] {
      for (int i = 0; i < sample.messages; ++i) layer_->Receive(from, bytes);
    }));
  });
}

NetworkSample NetworkExperiments::SendCall(Rank from, Rank to, Bytes bytes, Seconds delay) {
  NetworkSample sample{Experiment::kSendCall, from, to, bytes};
  sample.delay = delay;
  const bool posted = delay <= Seconds(0) && !layer_->one_sided();
  // The sender starts half a round trip after the receiver's signal.
  const Bytes small = std::max(Bytes{1}, layer_->least());
  const Seconds wait = delay > Seconds(0) ? delay + RoughTrip(from, to, small) / 2 : Seconds(0);
  return Repeat(sample, from, options_.repetitions, [&] {
    if (self_ == from) {
      layer_->AwaitSignal(to);
      return WithoutReading(TimeOf([&] { layer_->Send(to, bytes); }));
    }
    if (posted) layer_->StartReceive(from, bytes);
    layer_->Signal(from);
    if (posted) {
      layer_->FinishReceives(1);
    } else {
      if (wait > Seconds(0)) clock_.WaitUntil(clock_.Now() + wait);
      layer_->Receive(from, bytes);
    }
    return Seconds(0);
  });
}

NetworkSample NetworkExperiments::LocalCopy(Rank rank, Bytes bytes) {
  return Local(Experiment::kLocalCopy, rank, bytes,
               [](std::span<const double> from, std::span<double> into) {
                 std::memcpy(into.data(), from.data(), from.size_bytes());
               });
}

NetworkSample NetworkExperiments::LocalReduce(Rank rank, Bytes bytes) {
  return Local(Experiment::kLocalReduce, rank, bytes,
               [](std::span<const double> from, std::span<double> into) {
                 Check(PMPI_Reduce_local(from.data(), into.data(), static_cast<int>(from.size()),
                                         MPI_DOUBLE, MPI_SUM));
               });
}

NetworkSample NetworkExperiments::Local(Experiment experiment, Rank rank, Bytes bytes,
                                        void (*work)(std::span<const double>, std::span<double>)) {
  const auto count = static_cast<std::size_t>(bytes.count) / sizeof(double);
  const bool takes_part = self_ == rank;
  const std::vector<double> from(takes_part ? count : 0);
  std::vector<double> into(from.size());
  const auto once = [&] { return TimeOf([&] { work(from, into); }); };
  if (takes_part) once();
  const std::vector<Seconds> times = TimesOf(options_.repetitions, rank, takes_part, once);
  return Share({experiment, rank, rank, bytes}, rank, times);
}

}  // namespace colltune::measure
