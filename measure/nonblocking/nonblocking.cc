#include "measure/nonblocking/nonblocking.h"

#include <algorithm>
#include <array>
#include <vector>

#include "algorithms/mpi/unique.h"
#include "measure/statistics/statistics.h"

namespace colltune::measure {
namespace {

/// Times of one repetition on this rank, or medians of many repetitions.
struct Parts {
  Seconds init{};
  Seconds tests{};
  Seconds wait{};
  Seconds overhead{};
  Seconds total{};
};

/// Computes one of `slices` equal slices.
using Compute = std::function<void(int slice, int slices)>;

class Phases {
 public:
  Phases(const NonblockingCall& call, Bytes bytes, MPI_Comm comm, const Clock& clock,
         const NonblockingOptions& options)
      : call_(call), comm_(comm), clock_(clock), options_(options) {
    // Allocate at least one byte: the addresses must differ, also when the buffers are empty.
    const auto size = static_cast<std::size_t>(std::max(SizeOf(comm) * bytes, Bytes{1}).count);
    input_.resize(size);
    output_.resize(size);
    arguments_ = {input_.data(), output_.data(), static_cast<int>(bytes.count), options.root, comm};
    if (!options.test_interval) return;
    const std::int64_t interval = std::max(options.test_interval->count, std::int64_t{1});
    tests_ = static_cast<int>(bytes.count / interval) + 1;
  }

  int tests() const { return tests_; }

  /// Measures t_b: the collective without computation, the largest of all ranks' medians.
  Seconds Blocking() {
    double blocking = Median(&Parts::total, Series(0, [](int, int) {})).count();
    Check(PMPI_Allreduce(MPI_IN_PLACE, &blocking, 1, MPI_DOUBLE, MPI_MAX, comm_));
    return Seconds(blocking);
  }

  /// Times the work alone, in the same slices as beside the collective.
  Seconds Alone(const Compute& compute) {
    std::vector<Seconds> times;
    for (int i = 0; i <= options_.repetitions; ++i) {
      StartTogether();
      const Seconds begin = clock_.Now();
      for (int slice = 0; slice <= tests_; ++slice) compute(slice, tests_ + 1);
      if (i > 0) times.push_back(clock_.Now() - begin);
    }
    return measure::Median(std::move(times));
  }

  /// Returns medians of repetitions with `compute` between starting and waiting.
  Parts Overlapped(const Compute& compute, const std::function<Seconds(const Parts&)>& overhead) {
    std::vector<Parts> series = Series(tests_, compute);
    for (Parts& parts : series) parts.overhead = std::max(overhead(parts), Seconds(0));
    return {Median(&Parts::init, series), Median(&Parts::tests, series),
            Median(&Parts::wait, series), Median(&Parts::overhead, series),
            Median(&Parts::total, series)};
  }

  /// Returns the parts of the rank with the largest overhead. Collective.
  NonblockingTimes Worst(Seconds blocking, const Parts& parts) {
    std::vector<double> all(4 * static_cast<std::size_t>(SizeOf(comm_)));
    const std::array<double, 4> mine = {parts.overhead.count(), parts.init.count(),
                                        parts.tests.count(), parts.wait.count()};
    Check(PMPI_Allgather(mine.data(), 4, MPI_DOUBLE, all.data(), 4, MPI_DOUBLE, comm_));
    std::size_t worst = 0;
    for (std::size_t i = 0; i < all.size(); i += 4) {
      if (all[i] > all[worst]) worst = i;
    }
    NonblockingTimes times{.blocking = blocking, .rank = static_cast<Rank>(worst / 4)};
    times.overhead = Seconds(all[worst]);
    times.init = Seconds(all[worst + 1]);
    times.tests = Seconds(all[worst + 2]);
    times.wait = Seconds(all[worst + 3]);
    times.test_calls = tests_;
    if (blocking > Seconds(0)) times.overlap = std::max(1 - times.overhead / blocking, 0.0);
    return times;
  }

 private:
  static Seconds Median(Seconds Parts::*part, const std::vector<Parts>& series) {
    std::vector<Seconds> values;
    for (const Parts& parts : series) values.push_back(parts.*part);
    return measure::Median(std::move(values));
  }

  std::vector<Parts> Series(int tests, const Compute& compute) {
    Repeat(tests, compute);
    std::vector<Parts> series;
    for (int i = 0; i < options_.repetitions; ++i) series.push_back(Repeat(tests, compute));
    return series;
  }

  Parts Repeat(int tests, const Compute& compute) {
    StartTogether();
    Parts parts;
    MPI_Request request = MPI_REQUEST_NULL;
    const Seconds begin = clock_.Now();
    parts.init = TimeOf([&] { Check(call_.start(arguments_, &request)); });
    for (int slice = 0; slice <= tests; ++slice) {
      if (slice > 0) parts.tests += TimeOf([&] { Test(request); });
      compute(slice, tests + 1);
    }
    parts.wait = TimeOf([&] { Check(PMPI_Wait(&request, MPI_STATUS_IGNORE)); });
    parts.total = clock_.Now() - begin;
    return parts;
  }

  template <typename Action>
  Seconds TimeOf(const Action& action) {
    const Seconds begin = clock_.Now();
    action();
    return clock_.Now() - begin;
  }

  static void Test(MPI_Request& request) {
    int done = 0;
    Check(PMPI_Test(&request, &done, MPI_STATUS_IGNORE));
  }

  void StartTogether() {
    if (options_.start_together) {
      options_.start_together();
    } else {
      Check(PMPI_Barrier(comm_));
    }
  }

  const NonblockingCall& call_;
  const MPI_Comm comm_;
  const Clock& clock_;
  const NonblockingOptions& options_;
  std::vector<std::byte> input_;
  std::vector<std::byte> output_;
  NonblockingArguments arguments_{};
  int tests_ = 0;
};

}  // namespace

NonblockingTimes TimeBased(const NonblockingCall& call, Bytes bytes, MPI_Comm comm,
                           const Clock& clock, const NonblockingOptions& options) {
  Phases phases(call, bytes, comm, clock, options);
  const Seconds blocking = phases.Blocking();
  const Compute compute = [&](int, int slices) {
    clock.WaitUntil(clock.Now() + blocking / slices);
  };
  return phases.Worst(blocking, phases.Overlapped(compute, [](const Parts& parts) {
    return parts.init + parts.tests + parts.wait;
  }));
}

NonblockingTimes WorkBased(const NonblockingCall& call, Bytes bytes, MPI_Comm comm,
                           const Clock& clock, Workload& workload,
                           const NonblockingOptions& options) {
  Phases phases(call, bytes, comm, clock, options);
  const Seconds blocking = phases.Blocking();
  const std::int64_t units = Calibrate(workload, clock, blocking, comm);
  const Compute compute = [&](int slice, int slices) {
    workload.Compute(units * (slice + 1) / slices - units * slice / slices);
  };
  const Seconds alone = phases.Alone(compute);
  return phases.Worst(blocking, phases.Overlapped(compute, [alone](const Parts& parts) {
    return parts.total - alone;
  }));
}

}  // namespace colltune::measure
