#include "algorithms/run/runner.h"

#include <algorithm>
#include <array>
#include <utility>

#include "algorithms/agreement.h"
#include "algorithms/mpi/built_for.h"
#include "algorithms/mpi/threads.h"
#include "algorithms/run/buffer_view.h"

namespace colltune {
namespace {

/// Whether an operation is MPI's own, which returns to its caller.
bool IsPredefined(MPI_Op op) {
  static const std::array kOps = {MPI_OP_NULL, MPI_MAX,    MPI_MIN,   MPI_SUM, MPI_PROD,
                                  MPI_LAND,    MPI_BAND,   MPI_LOR,   MPI_BOR, MPI_LXOR,
                                  MPI_BXOR,    MPI_MAXLOC, MPI_MINLOC};
  return std::ranges::find(kOps, op) != kOps.end();
}

/// Whether a call of `ranks` ranks is performed by its program: it has one, and messages that are
/// worth it. An operation of the program may never return, and then leaves no receive behind that
/// is posted for later.
bool RunsAhead(const Bound& bound, int ranks) {
  if (bound.kept.ahead.empty()) return false;
  const Operands& operands = bound.operands;
  const Bytes element =
      std::max(operands.output.ElementSize(ranks), operands.input.ElementSize(ranks));
  if (!IsWorthAhead(bound.kept.schedule, bound.kept.largest, element) || !IsPredefined(operands.op))
    return false;
  // Receives as packed bytes share a buffer, round by round. In a simulator elements of different
  // size could overtake one another: see RunAhead.
  const auto forbids = [&](const BufferView& view) {
    return view.HasFragile(ranks) || (kBuiltFor.library.simulates && !view.HasEqualElements(ranks));
  };
  return std::ranges::none_of(std::array{operands.output, operands.input, operands.scratch},
                              forbids);
}

/// Whether errors of requests may be raised on MPI_COMM_WORLD, as MPICH does, and can be told to
/// return there: no other thread may call MPI meanwhile, and there is an MPI_COMM_WORLD.
bool MayChangeWorld() {
  if (kBuiltFor.library.simulates) return false;
  int has_world = 0;
  Check(PMPI_Initialized(&has_world));
  return has_world != 0 && !ThreadsMayCallTogether();
}

}  // namespace

Runner::Runner(MPI_Comm comm, std::shared_ptr<const Places> places, DeviceMemory* devices)
    : comm_(PrivateCopy(comm)),
      places_(std::move(places)),
      ranks_(SizeOf(comm_.get())),
      rank_(RankIn(comm_.get())),
      may_change_world_(MayChangeWorld()),
      schedules_(rank_),
      arrivals_(comm_.get()),
      steps_(comm_.get(), rank_, devices) {}

int Runner::Run(const Choice& choice, const Shape& shape, const Operands& operands) {
  Shape placed = shape;
  placed.places = places();
  if (Agrees(choice)) [[unlikely]]
    return RunInAgreement(choice, placed, operands);
  return Run(schedules_.Find(choice, placed), operands);
}

int Runner::Run(const Schedule& schedule, const Operands& operands) {
  return Run(KeptSchedule(schedule), operands);
}

int Runner::RunInAgreement(const Choice& choice, Shape shape, const Operands& operands) {
  schedules_.Find(choice, shape);  // declines before any message
  std::int64_t largest = operands.input.LargestElement(ranks_).count;
  int error = AgreeOnLargest(shape, largest);
  // Sizes on either side of the limit have the same schedule, of which one is kept.
  shape.element = Bytes{largest};
  const bool fits = FitSlots(shape, choice.parameters);
  shape.element = Bytes{fits ? 1 : choice.parameters.padded + 1};
  KeepFirst(Run(schedules_.Find(choice, shape), operands, largest), error);
  return error;
}

/// Replaces `largest` by the maximum of all ranks.
int Runner::AgreeOnLargest(const Shape& shape, std::int64_t& largest) {
  if (!agreement_) {
    Allocate([&] {
      agreement_.emplace(
          Agreement().algorithm->build(AgreementShape(shape), rank_, Agreement().parameters));
    });
  }
  Operands operands;
  operands.input = operands.output = BufferView(&largest, 1, MPI_INT64_T);
  operands.scratch = BufferView(nullptr, 1, MPI_INT64_T);
  operands.op = MPI_MAX;
  return Run(*agreement_, operands);
}

int Runner::Run(const KeptSchedule& kept, const Operands& operands, std::int64_t largest) {
  Bound bound{operands, {}, {}, largest, kept};
  if (kept.scratch > 0) {
    const BufferView::Extent extent = operands.scratch.Measure(kept.scratch);
    bound.scratch = operands.scratch.MovedTo(scratch_.Reserve(extent.size) + extent.before);
  }
  if (kept.slots > 0) {
    const std::int64_t slot = largest + static_cast<std::int64_t>(sizeof(SlotSize));
    bound.slots = BufferView(slots_.Reserve(kept.slots * slot), slot, MPI_BYTE);
  }
  arrivals_.Begin();
  const int error = RunsAhead(bound, ranks_) ? PerformAhead(bound) : PerformRounds(bound);
  arrivals_.End();
  return error;
}

int Runner::PerformRounds(const Bound& bound) {
  int error = MPI_SUCCESS;
  const Schedule& schedule = bound.kept.schedule;
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    const Round round = schedule.round(i);
    KeepFirst(Perform(round.messages, bound), error);
    for (const Step& step : round.steps) KeepFirst(steps_.Perform(step, bound), error);
  }
  return error;
}

int Runner::PerformAhead(const Bound& bound) {
  const std::optional<ErrorsReturn> guard = ErrorsOfRequestsReturn();
  const std::span<const Message> messages = bound.kept.schedule.messages();
  ReserveRequests(messages.size());
  StartSend* const start = bound.kept.schedule.is_paced() ? PMPI_Issend : PMPI_Isend;
  int error = MPI_SUCCESS;
  for (const Action& action : bound.kept.ahead) {
    if (action.kind == Action::Kind::kPerform) {
      KeepFirst(steps_.Perform(bound.kept.schedule.steps()[action.index], bound), error);
      continue;
    }
    const Message& message = messages[action.index];
    MPI_Request& request = requests_[action.index];
    if (action.kind != Action::Kind::kWait) {
      KeepFirst(Begin(message, bound.At(message), request, bound, start), error);
    } else if (message.side == Message::Side::kSend) {
      KeepFirst(PMPI_Wait(&request, MPI_STATUS_IGNORE), error);
    } else {
      KeepFirst(Receive(message, bound.At(message), request, bound), error);
    }
  }
  return error;
}

std::optional<ErrorsReturn> Runner::ErrorsOfRequestsReturn() const {
  return may_change_world_ ? std::optional<ErrorsReturn>(std::in_place, MPI_COMM_WORLD)
                           : std::nullopt;
}

int Runner::Perform(std::span<const Message> messages, const Bound& bound) {
  // One message, or one each way, needs no request; MPICH's blocking calls are faster for small
  // ones.
  if (messages.empty()) return MPI_SUCCESS;
  if (messages.size() == 1) return PerformAlone(messages.front(), bound);
  if (messages.size() == 2 && messages[0].side == Message::Side::kReceive &&
      messages[1].side == Message::Side::kSend) {
    return Exchange(messages[0], messages[1], bound);
  }
  ReserveRequests(messages.size());
  const std::optional<ErrorsReturn> guard = ErrorsOfRequestsReturn();
  arrivals_.Reserve(messages, bound);
  std::int64_t packed = 0;
  int error = MPI_SUCCESS;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const MpiSpan piece = arrivals_.Target(messages[i], bound, packed);
    KeepFirst(Begin(messages[i], piece, requests_[i], bound), error);
  }
  KeepFirst(Complete(messages, bound), error);
  return error;
}

int Runner::PerformAlone(const Message& message, const Bound& bound) {
  if (message.side == Message::Side::kSend) {
    const MpiSpan piece = bound.At(message);
    return PMPI_Send(piece.address(), piece.count(), piece.type(), message.peer,
                     arrivals_.Tag(message, bound), comm_.get());
  }
  if (arrivals_.HasEnded(message.peer)) return MPI_ERR_OTHER;
  std::int64_t packed = 0;
  const MpiSpan piece = arrivals_.Target(message, bound, packed);
  MPI_Status status = Arrivals::Expected(message, bound);
  const int code = PMPI_Recv(piece.address(), piece.count(), piece.type(), message.peer,
                             MPI_ANY_TAG, comm_.get(), &status);
  return arrivals_.Accept(code, status, message, piece, bound);
}

int Runner::Exchange(const Message& receive, const Message& send, const Bound& bound) {
  if (arrivals_.HasEnded(receive.peer)) return PerformAlone(send, bound);
  std::int64_t packed = 0;
  const MpiSpan into = arrivals_.Target(receive, bound, packed);
  const MpiSpan from = bound.At(send);
  // SimGrid 4 takes two buffers at one address for one, also where their type has no bytes.
  const bool empty = from.address() == into.address() && TypeSize(from.type()) == 0;
  MPI_Status status = Arrivals::Expected(receive, bound);
  const int code = PMPI_Sendrecv(from.address(), empty ? 0 : from.count(), from.type(), send.peer,
                                 arrivals_.Tag(send, bound), into.address(), into.count(),
                                 into.type(), receive.peer, MPI_ANY_TAG, comm_.get(), &status);
  return arrivals_.Accept(code, status, receive, into, bound);
}

int Runner::Complete(std::span<const Message> messages, const Bound& bound) {
  int error = MPI_SUCCESS;
  std::int64_t packed = 0;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    // Waits one by one: MPI_Waitall leaves the messages behind an error in flight.
    if (messages[i].side == Message::Side::kSend) {
      KeepFirst(PMPI_Wait(&requests_[i], MPI_STATUS_IGNORE), error);
      continue;
    }
    const MpiSpan target = arrivals_.Target(messages[i], bound, packed);
    KeepFirst(Receive(messages[i], target, requests_[i], bound), error);
  }
  return error;
}

void Runner::ReserveRequests(std::size_t count) {
  if (requests_.size() >= count) return;
  Allocate([&] { requests_.resize(count); });
}

int Runner::Begin(const Message& message, const MpiSpan& piece, MPI_Request& request,
                  const Bound& bound, StartSend* start) {
  request = MPI_REQUEST_NULL;
  if (message.side == Message::Side::kSend) {
    return start(piece.address(), piece.count(), piece.type(), message.peer,
                 arrivals_.Tag(message, bound), comm_.get(), &request);
  }
  if (arrivals_.HasEnded(message.peer)) return MPI_SUCCESS;
  return PMPI_Irecv(piece.address(), piece.count(), piece.type(), message.peer, MPI_ANY_TAG,
                    comm_.get(), &request);
}

int Runner::Receive(const Message& message, const MpiSpan& target, MPI_Request& request,
                    const Bound& bound) {
  MPI_Status status = Arrivals::Expected(message, bound);
  if (request == MPI_REQUEST_NULL) return MPI_SUCCESS;
  if (arrivals_.HasEnded(message.peer)) {
    PMPI_Cancel(&request);
    PMPI_Wait(&request, &status);
    return MPI_SUCCESS;
  }
  const int code = PMPI_Wait(&request, &status);
  return arrivals_.Accept(code, status, message, target, bound);
}

}  // namespace colltune
