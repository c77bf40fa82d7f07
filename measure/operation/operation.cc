#include "measure/operation/operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "algorithms/buffers.h"
#include "algorithms/mpi/error.h"

namespace colltune::measure {
namespace {

constexpr Bytes kDouble{sizeof(double)};

bool AddsDoubles(Collective collective, Bytes bytes) {
  return Reduces(collective) && bytes.count % kDouble.count == 0;
}

/// Returns the bytes of the longer of the root's two buffers, which no other rank's exceeds.
std::int64_t LargestBuffer(Collective collective, const Shape& shape) {
  const Buffers buffers = BuffersOf(collective, shape, shape.root);
  return std::max(buffers.input, buffers.output) * shape.element.count;
}

/// Returns a type of one byte that is data and one that is not.
std::shared_ptr<MPI_Datatype> ByteAndHole() {
  std::shared_ptr<MPI_Datatype> type(new MPI_Datatype(MPI_DATATYPE_NULL), [](MPI_Datatype* made) {
    if (*made != MPI_DATATYPE_NULL) PMPI_Type_free(made);
    delete made;
  });
  Check(PMPI_Type_create_resized(MPI_BYTE, 0, 2, type.get()));
  Check(PMPI_Type_commit(type.get()));
  return type;
}

}  // namespace

Shape ShapeOf(Collective collective, Bytes bytes, Rank root, int ranks) {
  const Bytes item = AddsDoubles(collective, bytes) ? kDouble : Bytes{1};
  const Shape shape{.ranks = ranks,
                    .root = HasRoot(collective) ? root : 0,
                    .elements = collective == Collective::kBarrier ? 0 : bytes.count / item.count,
                    .element = item};
  if (LargestBuffer(collective, shape) > std::numeric_limits<int>::max()) {
    throw std::invalid_argument(
        fmt::format("{} of {}B on {} ranks: buffers of {} bytes are more than MPI's displacements "
                    "reach (2147483647)",
                    ToText(collective), ToText(bytes), ranks, LargestBuffer(collective, shape)));
  }
  return shape;
}

Operation::Operation(Collective collective, const Choice& choice, Bytes bytes, Rank root,
                     Runner& runner, OperationMemory& memory, Spacing spacing)
    : collective_(collective),
      choice_(choice),
      name_(ToText(choice)),
      bytes_(collective == Collective::kBarrier ? Bytes{0} : bytes),
      spaced_(spacing == Spacing::kWithHoles ? ByteAndHole() : nullptr),
      type_(spaced_                          ? *spaced_
            : AddsDoubles(collective, bytes) ? MPI_DOUBLE
                                             : MPI_BYTE),
      op_(AddsDoubles(collective, bytes) ? MPI_SUM : MPI_BXOR),
      shape_(ShapeOf(collective, bytes, root, runner.ranks())),
      runner_(&runner),
      memory_(&memory) {
  shape_.places = runner.places();
  if (choice.IsNative()) {
    native_.emplace(collective, choice.native);
    declined_ = Declines(choice, shape_);
  }
  memory_->Reserve(LargestBuffer(collective, shape_) * stride());
  for (Rank r = 0; r < shape_.ranks; ++r) {
    counts_.push_back(static_cast<int>(shape_.elements));
    displacements_.push_back(static_cast<int>(r * shape_.elements));
    byte_displacements_.push_back(static_cast<int>(r * bytes_.count * stride()));
    types_.push_back(type_);
  }
}

CallArguments Operation::Arguments(Rank root) const {
  return {.send = memory_->send(),
          .receive = memory_->receive(),
          .count = static_cast<int>(shape_.elements),
          .type = type_,
          .op = op_,
          .root = root,
          .counts = counts_.data(),
          .displacements = displacements_.data(),
          .byte_displacements = byte_displacements_.data(),
          .types = types_.data()};
}

template <typename Body>
void Operation::Guarded(const Body& body) {
  if (!keeps_failures_) return body();
  try {
    body();
  } catch (const std::exception&) {  // others, such as a simulator's end of a process, must pass
    if (!failure_) failure_ = std::current_exception();
  }
}

void Operation::Prepare() {
  if (!choice_.HasSchedule()) return;
  Guarded([this] {
    if (const std::string reason = Declines(choice_, shape_); !reason.empty()) {
      throw Declined(fmt::format("{} {}", name_, reason));
    }
    const Algorithm& algorithm = *choice_.algorithm;
    algorithm.build(ScheduleShape(algorithm, shape_), runner_->rank(), choice_.parameters);
  });
}

void Operation::Run(Rank root) {
  Guarded([&] { Perform(root); });
}

void Operation::Perform(Rank root) {
  if (!declined_.empty()) throw Declined(fmt::format("{} {}", name_, declined_));
  const Performer& performer = PerformerOf(collective_);
  const auto library = [&] { return performer.library(comm(), Arguments(root)); };
  Check(choice_.HasSchedule() ? performer.own(*runner_, choice_, Arguments(root))
        : native_             ? native_->During(library)
                              : library());
}

void Operation::Run(const Schedule& schedule) {
  Operands operands;
  operands.op = op_;
  operands.input = BufferView(memory_->send(), 1, type_);
  operands.output = BufferView(memory_->receive(), 1, type_);
  operands.scratch = BufferView(nullptr, 1, type_);
  Guarded([&] { Check(runner_->Run(schedule, operands)); });
}

std::vector<Schedule> Operation::Schedules() const {
  return choice_.HasSchedule() ? BuildAll(choice_, shape_) : std::vector<Schedule>();
}

}  // namespace colltune::measure
