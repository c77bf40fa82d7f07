#include "measure/operation.h"

#include <array>

#include "algorithms/mpi/error.h"

namespace colltune {
namespace {

struct Data {
  void* buffer;
  int bytes;
  Rank root;
};

/// How a collective is performed on bytes.
struct Performer {
  int (*own)(Runner&, const Choice&, const Data&) = nullptr;
  int (*library)(const Data&, MPI_Comm) = nullptr;
};

constexpr Performer kBcastPerformer = {
    .own =
        [](Runner& runner, const Choice& choice, const Data& data) {
          return Bcast(runner, choice, data.buffer, data.bytes, MPI_BYTE, data.root);
        },
    .library =
        [](const Data& data, MPI_Comm comm) {
          return PMPI_Bcast(data.buffer, data.bytes, MPI_BYTE, data.root, comm);
        },
};

// In the order of the enum Collective.
constexpr std::array<Performer, kCollectiveNames.size()> kPerformers = {kBcastPerformer};

const Performer& PerformerOf(Collective collective) {
  return kPerformers[static_cast<std::size_t>(collective)];
}

}  // namespace

bool IsMeasurable(Collective collective) { return PerformerOf(collective).own != nullptr; }

Operation::Operation(Collective collective, const Choice& choice, Bytes bytes, Rank root,
                     Runner& runner, std::vector<std::byte>& buffer)
    : collective_(collective),
      choice_(choice),
      name_(ToText(choice)),
      bytes_(bytes),
      shape_{.ranks = runner.ranks(), .root = root, .elements = bytes.count},
      runner_(&runner),
      buffer_(buffer.data()) {}

void Operation::Run() {
  const Performer& performer = PerformerOf(collective_);
  const Data data{buffer_, static_cast<int>(bytes_.count), shape_.root};
  Check(choice_.IsLibrary() ? performer.library(data, runner_->comm())
                            : performer.own(*runner_, choice_, data));
}

void Operation::Run(const Schedule& schedule) {
  Operands operands;
  operands.output = View(buffer_, 1, MPI_BYTE);
  Check(runner_->Run(schedule, operands));
}

std::vector<Schedule> Operation::Schedules() const {
  return choice_.IsLibrary() ? std::vector<Schedule>() : BuildAll(choice_, shape_);
}

}  // namespace colltune
