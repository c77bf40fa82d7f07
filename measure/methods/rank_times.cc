#include "measure/methods/rank_times.h"

#include <algorithm>
#include <cmath>

#include "algorithms/mpi/error.h"

namespace colltune::measure {
namespace {

constexpr int kFields = sizeof(Times) / sizeof(double);
static_assert(kFields * sizeof(double) == sizeof(Times));

/// Joins elementwise, as an MPI_User_function.
void JoinInto(void* from, void* into, int* length, MPI_Datatype*) {
  const auto* const a = static_cast<const Times*>(from);
  auto* const b = static_cast<Times*>(into);
  for (int i = 0; i < *length; ++i) b[i] = Join(a[i], b[i]);
}

/// MPI's datatype of a Times, and the reduction that joins two of them.
class TimesJoiner {
 public:
  TimesJoiner() {
    Check(PMPI_Type_contiguous(kFields, MPI_DOUBLE, &type_));
    Check(PMPI_Type_commit(&type_));
    Check(PMPI_Op_create(JoinInto, /*commute=*/1, &op_));
  }
  TimesJoiner(const TimesJoiner&) = delete;
  TimesJoiner& operator=(const TimesJoiner&) = delete;
  ~TimesJoiner() {
    PMPI_Op_free(&op_);
    PMPI_Type_free(&type_);
  }

  MPI_Datatype type() const { return type_; }
  MPI_Op op() const { return op_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  MPI_Op op_ = MPI_OP_NULL;
};

Seconds Reduced(const Times& all, int ranks, Reduction reduction) {
  switch (reduction) {
    case Reduction::kRoot:
      return all.root;
    case Reduction::kMaximum:
      return all.longest;
    case Reduction::kGlobal:
      return all.last_end - all.first_start;
    case Reduction::kMean:
      return all.sum / ranks;
    case Reduction::kMinimum:
      return all.shortest;
  }
  return {};
}

}  // namespace

Times TimesOf(const RankTimes& rank) {
  return {.first_start = rank.start.time,
          .last_end = rank.end.time,
          .root = rank.reports ? rank.own : Times{}.root,
          .longest = rank.own,
          .shortest = rank.own,
          .sum = rank.own,
          .start_error = rank.start.error,
          .end_error = rank.end.error,
          .flawed = rank.flawed ? 1.0 : 0.0};
}

Times Join(const Times& a, const Times& b) {
  return {.first_start = std::min(a.first_start, b.first_start),
          .last_end = std::max(a.last_end, b.last_end),
          .root = std::max(a.root, b.root),
          .longest = std::max(a.longest, b.longest),
          .shortest = std::min(a.shortest, b.shortest),
          .sum = a.sum + b.sum,
          .start_error = std::max(a.start_error, b.start_error),
          .end_error = std::max(a.end_error, b.end_error),
          .flawed = a.flawed + b.flawed};
}

Sample ToSample(const Times& all, int ranks, const Judgement& judgement) {
  Sample sample;
  sample.time = Reduced(all, ranks, judgement.reduction);
  if (judgement.NeedsGlobalClock()) sample.clock_error = all.start_error + all.end_error;
  sample.valid = !(all.flawed > 0) && std::isfinite(sample.time.count()) &&
                 sample.time >= Seconds(0) &&
                 sample.clock_error <= judgement.clock_share * sample.time;
  return sample;
}

std::vector<Times> JoinRanks(std::vector<Times> mine, MPI_Comm comm) {
  const TimesJoiner joiner;
  std::vector<Times> all(mine.size());
  const auto count = static_cast<int>(mine.size());
  // An allreduce would not do: it may add up in another order on each rank.
  Check(PMPI_Reduce(mine.data(), all.data(), count, joiner.type(), joiner.op(), 0, comm));
  Check(PMPI_Bcast(all.data(), count, joiner.type(), 0, comm));
  return all;
}

}  // namespace colltune::measure
