#include "measure/methods/acknowledged_timing.h"

#include <algorithm>
#include <numeric>

#include "measure/methods/mean_of_batch.h"
#include "measure/statistics/statistics.h"

namespace colltune::measure {
namespace {

constexpr int kTag = 1;
constexpr int kFromAll = 3;  // received from any source, so used for acknowledgements alone
constexpr Seconds kLongBatch(10e-3);
constexpr double kShortest = 1e-9;      // s: least time assumed where the clock reads 0
constexpr int kFewestCalibrations = 3;  // the median of three withstands one interruption

}  // namespace

Acknowledged::Acknowledged(Operation& operation, const Clock& clock, const MethodOptions& options)
    : operation_(operation),
      clock_(clock),
      batch_(options.batch),
      calibrations_(options.calibrations),
      comm_(operation.comm()),
      self_(RankIn(comm_)),
      reading_(Examine(clock).cost) {
  operation_.Run();  // builds the schedule and touches the memory
  Check(PMPI_Barrier(comm_));
  double barrier = MeanOfBatch(clock_, 1, [&] { Check(PMPI_Barrier(comm_)); }).count();
  Check(PMPI_Allreduce(MPI_IN_PLACE, &barrier, 1, MPI_DOUBLE, MPI_MAX, comm_));
  const double fit = kLongBatch.count() / std::max(barrier, kShortest);
  batch_ = static_cast<int>(std::clamp<double>(fit, 1, batch_));
  const int fewest = std::min(kFewestCalibrations, calibrations_);
  calibrations_ = static_cast<int>(std::clamp<double>(10 * fit, fewest, calibrations_));
  // A barrier's time is enough: no rank leaves a barrier later than another would leave the next.
  settling_ = MeanOfBatch(clock_, batch_, [&] { Check(PMPI_Barrier(comm_)); });
}

void Acknowledged::Send(Rank to, int tag) {
  Check(PMPI_Send(&token_, 1, MPI_BYTE, to, tag, comm_));
}

void Acknowledged::Receive(Rank from, int tag) {
  Check(PMPI_Recv(&token_, 1, MPI_BYTE, from, tag, comm_, MPI_STATUS_IGNORE));
}

void Acknowledged::Signal(Rank from, Rank to) {
  if (from == to) return;
  if (self_ == from) Send(to, kTag);
  if (self_ == to) Receive(from, kTag);
}

void Acknowledged::Operate(const std::vector<Schedule>& replacement) {
  replacement.empty() ? operation_.Run()
                      : operation_.Run(replacement[static_cast<std::size_t>(self_)]);
}

void Acknowledged::Once(Rank i, const std::vector<Schedule>& replacement) {
  Operate(replacement);
  Signal(i, operation_.root());
}

Seconds Acknowledged::TimeLoop(Rank i, const std::vector<Schedule>& replacement) {
  Check(PMPI_Barrier(comm_));
  Once(i, replacement);
  return MeanOfBatch(clock_, batch_, [&] { Once(i, replacement); });
}

void Acknowledged::Settle() {
  Check(PMPI_Barrier(comm_));
  if (IsRoot()) clock_.WaitUntil(clock_.Now() + settling_);
}

Acknowledged::Seen Acknowledged::TimeIsolated(Rank i, const std::vector<Schedule>& replacement) {
  std::vector<Seconds> whole;
  std::vector<Seconds> root;
  for (int k = 0; k < batch_; ++k) {
    Settle();
    const Seconds begin = clock_.Now();
    Operate(replacement);
    const Seconds done = clock_.Now();
    Signal(i, operation_.root());
    // The reading of `done` lies within the whole, so its cost is subtracted.
    whole.push_back(clock_.Now() - begin - reading_);
    root.push_back(done - begin);
  }
  return {Median(std::move(whole)), Median(std::move(root))};
}

std::vector<Seconds> Acknowledged::TimeAll() {
  std::vector<Seconds> times(static_cast<std::size_t>(operation_.ranks()));
  Settle();
  const Seconds begin = clock_.Now();
  operation_.Run();
  times[static_cast<std::size_t>(self_)] = clock_.Now() - begin;
  if (!IsRoot()) Send(operation_.root(), kFromAll);
  for (int others = operation_.ranks() - 1; IsRoot() && others > 0; --others) {
    MPI_Status status;
    Check(PMPI_Recv(&token_, 1, MPI_BYTE, MPI_ANY_SOURCE, kFromAll, comm_, &status));
    times[static_cast<std::size_t>(status.MPI_SOURCE)] = clock_.Now() - begin - reading_;
  }
  return times;
}

Seconds Acknowledged::TimeRoot() {
  return TimeIsolated(operation_.root(), {}).root;  // no rank sends an acknowledgement
}

void Acknowledged::Release(const std::vector<Seconds>& half_trips) {
  if (!IsRoot()) {
    double wait = 0;
    Check(PMPI_Recv(&wait, 1, MPI_DOUBLE, operation_.root(), kTag, comm_, MPI_STATUS_IGNORE));
    clock_.WaitUntil(clock_.Now() + Seconds(wait));
    return;
  }
  // Each message finds the network empty: it is sent when the message before has arrived. The start
  // lies after the arrival of the last one.
  const Seconds start =
      clock_.Now() + std::accumulate(half_trips.begin(), half_trips.end(), settling_);
  for (Rank r = 0; r < operation_.ranks(); ++r) {
    if (r == self_) continue;
    const Seconds there = half_trips[static_cast<std::size_t>(r)];
    const Seconds now = clock_.Now();
    const double wait = (start - now - there).count();
    Check(PMPI_Send(&wait, 1, MPI_DOUBLE, r, kTag, comm_));
    clock_.WaitUntil(now + there);
  }
  clock_.WaitUntil(start);
}

Seconds Acknowledged::TimeReleased(const std::vector<Seconds>& half_trips) {
  std::vector<Seconds> times;
  for (int k = 0; k < batch_; ++k) {
    Check(PMPI_Barrier(comm_));
    Release(half_trips);
    const Seconds begin = clock_.Now();
    operation_.Run();
    times.push_back(clock_.Now() - begin);
  }
  return Median(std::move(times));
}

Seconds Acknowledged::RoundTrip(Rank i) {
  Check(PMPI_Barrier(comm_));
  const auto once = [&] {
    Signal(operation_.root(), i);
    Signal(i, operation_.root());
  };
  once();
  std::vector<Seconds> times;
  for (int b = 0; b < calibrations_; ++b) times.push_back(MeanOfBatch(clock_, batch_, once));
  return Median(std::move(times));
}

Seconds Acknowledged::WaitingReceive() {
  if (waiting_receive_ >= Seconds(0) || operation_.ranks() == 1) return waiting_receive_;
  // Messages from one rank arrive in order: when the last has come, all others have arrived.
  const Rank root = operation_.root();
  const Rank peer = (root + 1) % operation_.ranks();
  std::vector<Seconds> times;
  for (int b = 0; b < calibrations_; ++b) {
    if (self_ == peer) {
      for (int k = 0; k < batch_; ++k) Send(root, kTag);
      Send(root, kTag + 1);
    } else if (IsRoot()) {
      Receive(peer, kTag + 1);
      times.push_back(MeanOfBatch(clock_, batch_, [&] { Receive(peer, kTag); }));
    }
  }
  waiting_receive_ = times.empty() ? Seconds(0) : Median(std::move(times));
  return waiting_receive_;
}

void Acknowledged::ShareOfRoot(std::vector<double>& values) {
  Check(PMPI_Bcast(values.data(), static_cast<int>(values.size()), MPI_DOUBLE, operation_.root(),
                   comm_));
}

}  // namespace colltune::measure
