#include "tuner/experiments/nonblocking_measuring.h"

#include <fmt/format.h>

#include <array>

#include "tuner/job/interrupt.h"
#include "tuner/job/progress.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {

std::span<const NonblockingScheme> NonblockingSchemes() {
  static constexpr std::array<NonblockingScheme, 2> kTable = {{
      {"time_based", measure::TimeBased},
      {"work_based",
       [](const measure::NonblockingCall& call, Bytes bytes, MPI_Comm comm,
          const measure::Clock& clock, const measure::NonblockingOptions& options) {
         const auto workload = measure::ProcessorWorkload();
         return measure::WorkBased(call, bytes, comm, clock, *workload, options);
       }},
  }};
  return kTable;
}

std::vector<NonblockingRow> MeasureNonblocking(const NonblockingPlan& plan, Job& job) {
  DemandTwoRanks(job);
  DemandRoot(plan.options.root, job.ranks());
  std::vector<NonblockingRow> rows;
  Progress progress(*plan.progress, "measure", static_cast<double>(plan.sizes.size()));
  for (const Bytes bytes : plan.sizes) {
    if (Job::Any(Interrupts() > 0, job.comm())) break;
    progress.Update(static_cast<double>(rows.size()), ToText(bytes) + "B");
    rows.push_back(
        {bytes, plan.scheme->measure(*plan.call, bytes, job.comm(), *plan.clock, plan.options)});
  }
  return rows;
}

std::string NonblockingText(std::span<const NonblockingRow> rows) {
  std::string text =
      fmt::format("{:>8} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9} {:>6} {:>6}\n", "bytes",
                  "blocking", "init", "tests", "wait", "overhead", "overlap", "calls", "rank");
  for (const auto& [bytes, t] : rows) {
    text +=
        fmt::format("{:>8} {:>10} {:>10} {:>10} {:>10} {:>10} {:>7.1f} % {:>6} {:>6}\n",
                    ToText(bytes), TimeText(t.blocking), TimeText(t.init), TimeText(t.tests),
                    TimeText(t.wait), TimeText(t.overhead), 100 * t.overlap, t.test_calls, t.rank);
  }
  return text;
}

std::string NonblockingCsv(const NonblockingPlan& plan, int ranks,
                           std::span<const NonblockingRow> rows) {
  std::string text =
      "op,method,ranks,bytes,root,blocking,init,tests,wait,overhead,overlap,test_calls,rank\n";
  for (const auto& [bytes, t] : rows) {
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", plan.call->name,
                        plan.scheme->name, ranks, bytes.count, plan.options.root,
                        t.blocking.count(), t.init.count(), t.tests.count(), t.wait.count(),
                        t.overhead.count(), t.overlap, t.test_calls, t.rank);
  }
  return text;
}

}  // namespace colltune::tune
