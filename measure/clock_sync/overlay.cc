#include "measure/clock_sync/overlay.h"

#include <bit>
#include <type_traits>

#include "algorithms/mpi/unique.h"

namespace colltune::measure {
namespace {

constexpr int kTag = 4;
static_assert(std::is_trivially_copyable_v<ClockModel>);

void SendModel(const ClockModel& model, int child, MPI_Comm comm) {
  Check(PMPI_Send(&model, sizeof model, MPI_BYTE, child, kTag, comm));
}

ClockModel ReceiveModel(int parent, MPI_Comm comm) {
  ClockModel model;
  Check(PMPI_Recv(&model, sizeof model, MPI_BYTE, parent, kTag, comm, MPI_STATUS_IGNORE));
  return model;
}

}  // namespace

Offset MeasureOnce(const SyncContext& context, int server) {
  return MeasureOffset(context.comm, server, *context.clock, UntilSmallest(context.options),
                       context.options.RelativeDriftBound())
      .bounds;
}

Offset MeasureNext(const SyncContext& context, int server, std::span<const Offset> points) {
  if (!points.empty()) context.clock->WaitUntil(points.back().at + context.options.fit_gap);
  return MeasureOffset(context.comm, server, *context.clock, ForFitPoint(context.options),
                       context.options.RelativeDriftBound())
      .bounds;
}

ClockModel DownTree(const SyncContext& context, const std::function<ClockModel(int parent)>& learn,
                    const std::function<void(int child)>& teach) {
  const int ranks = SizeOf(context.comm);
  const int self = RankIn(context.comm);
  ClockModel mine;
  for (int distance = static_cast<int>(std::bit_ceil(static_cast<unsigned>(ranks))) / 2;
       distance >= 1; distance /= 2) {
    const int place = self % (2 * distance);
    if (place == 0 && self + distance < ranks) {
      teach(self + distance);
      SendModel(mine, self + distance, context.comm);
    } else if (place == distance) {
      const ClockModel to_parent = learn(self - distance);
      mine = Compose(to_parent, ReceiveModel(self - distance, context.comm));
    }
  }
  return mine;
}

}  // namespace colltune::measure
