#include "measure/methods/processor_costs.h"

#include <utility>

#include "algorithms/mpi/error.h"
#include "measure/methods/mean_of_batch.h"
#include "measure/statistics/statistics.h"

namespace colltune::measure {
namespace {

class CostLoops {
 public:
  CostLoops(Operation& operation, const Clock& clock, const ProcessorCostOptions& options)
      : operation_(operation), clock_(clock), options_(options) {}

  /// Returns the median interval between operations of a loop on this rank, with a computation of
  /// `delay` before each operation.
  Seconds Interval(Seconds delay) {
    std::vector<Seconds> times;
    for (int i = 0; i < options_.repetitions; ++i) {
      Check(PMPI_Barrier(operation_.comm()));
      operation_.Run();  // the first operation includes the latency, the others only intervals
      times.push_back(MeanOfBatch(clock_, options_.batch, [&] {
        if (delay > Seconds(0)) clock_.WaitUntil(clock_.Now() + delay);
        operation_.Run();
      }));
    }
    return Median(std::move(times));
  }

 private:
  Operation& operation_;
  const Clock& clock_;
  const ProcessorCostOptions& options_;
};

}  // namespace

std::vector<ProcessorCosts> MeasureProcessorCosts(Operation& operation, const Clock& clock,
                                                  const ProcessorCostOptions& options) {
  // Messages arrive at intervals of a gap: with twice the gap between receives, all arrive early.
  constexpr int kGaps = 2;
  CostLoops loops(operation, clock, options);
  const Rank self = operation.runner().rank();
  ProcessorCosts mine{.gap = loops.Interval(Seconds(0))};
  for (Rank busy = 0; busy < operation.ranks(); ++busy) {
    const Seconds delay = busy == self ? kGaps * mine.gap : Seconds(0);
    const Seconds interval = loops.Interval(delay);
    if (busy == self) mine.overhead = interval - delay;
  }
  std::vector<ProcessorCosts> all(static_cast<std::size_t>(operation.ranks()));
  static_assert(sizeof(ProcessorCosts) == 2 * sizeof(double));
  Check(PMPI_Allgather(&mine, 2, MPI_DOUBLE, all.data(), 2, MPI_DOUBLE, operation.comm()));
  return all;
}

}  // namespace colltune::measure
