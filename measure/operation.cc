#include "measure/operation.h"

#include <array>

#include "algorithms/mpi/error.h"

namespace colltune {
namespace {

int LibraryBcast(const Operand& operand, Rank root, MPI_Comm comm) {
  return PMPI_Bcast(operand.base, operand.count, operand.type, root, comm);
}

// In the order of the enum Collective.
constexpr std::array<int (*)(const Operand&, Rank, MPI_Comm), kCollectiveNames.size()> kLibraries =
    {LibraryBcast};

}  // namespace

Operation::Operation(Collective collective, const Algorithm* algorithm, Bytes bytes, Rank root,
                     Runner& runner, std::vector<std::byte>& buffer)
    : collective_(collective),
      algorithm_(algorithm),
      bytes_(bytes),
      shape_{SizeOf(runner.comm()), root, 1},
      runner_(&runner),
      operand_{buffer.data(), static_cast<int>(bytes.count), MPI_BYTE, 0} {}

void Operation::Run() {
  Check(algorithm_ ? runner_->Run(*algorithm_, shape_, operand_)
                   : kLibraries[static_cast<std::size_t>(collective_)](operand_, shape_.root,
                                                                       runner_->comm()));
}

void Operation::Run(const Schedule& schedule) { Check(runner_->Run(schedule, operand_)); }

std::vector<Schedule> Operation::Schedules() const {
  return algorithm_ ? BuildAll(*algorithm_, shape_) : std::vector<Schedule>();
}

}  // namespace colltune
