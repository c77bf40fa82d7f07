#include "algorithms/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <utility>

#include "algorithms/packing.h"

namespace colltune {
namespace {

/// The largest number that every MPI library takes for a tag (MPI-3.1, section 8.1.2: MPI_TAG_UB).
constexpr int kMostAnnounced = 32767;

/// For each message how many more go the same way, to or from the same peer. They are the tags:
/// schedules match by order, and a receiver learns at once when the sender's is another one.
std::vector<int> Announcements(std::span<const Message> messages) {
  std::vector<int> announcements(messages.size());
  std::map<std::pair<Message::Side, Rank>, int> behind;
  for (std::size_t i = messages.size(); i-- > 0;) {
    int& left = behind[{messages[i].side, messages[i].peer}];
    announcements[i] = std::min(left++, kMostAnnounced);
  }
  return announcements;
}

/// Schedules that depend on the size of the message pile up in a program of many sizes; beyond
/// this they are all forgotten. A hundred of 4 MiB messages in segments of 8 KiB.
constexpr std::int64_t kMostKept = 4 << 20;  // bytes

/// What a receive is worth that ended with `code`. MPI accepts a message that is shorter than its
/// receive; in a collective operation it means that ranks disagree on the size, which MPICH's own
/// collectives report by this class.
int CheckLength(int code, const MPI_Status& status, const Piece& piece) {
  if (code != MPI_SUCCESS) return code;
  int received = 0;
  PMPI_Get_count(&status, piece.type(), &received);
  if (received == piece.count()) return MPI_SUCCESS;
  return TypeSize(piece.type()) == 0 ? MPI_SUCCESS : MPI_ERR_OTHER;
}

/// A status that has this tag also where a receive fails before it has begun.
MPI_Status Tagged(int tag) {
  MPI_Status status{};
  status.MPI_TAG = tag;
  return status;
}

/// What a kept schedule takes, in bytes.
std::int64_t Size(const Schedule& schedule) {
  return schedule.memory().count +
         static_cast<std::int64_t>(schedule.messages().size() * sizeof(int));
}

void KeepFirst(int code, int& first) {
  if (first == MPI_SUCCESS) first = code;
}

}  // namespace

std::byte* Store::Reserve(std::int64_t bytes) {
  if (bytes > size_) {
    memory_.reset();  // first, as both together may be too much
    memory_.reset(new std::byte[static_cast<std::size_t>(bytes)]);
    size_ = bytes;
  }
  return memory_.get();
}

struct Runner::Bound {
  const View& Of(Buffer buffer) const {
    return buffer == Buffer::kScratch ? scratch
           : buffer == Buffer::kInput ? operands.input
                                      : operands.output;
  }
  Piece At(const Block& block) const { return Of(block.buffer).At(block); }

  /// The tag of one of the schedule's messages.
  int Announced(const Message& message) const {
    return kept.announced[static_cast<std::size_t>(&message - kept.schedule.messages().data())];
  }

  const Operands& operands;
  View scratch;
  const Kept& kept;
};

std::size_t Runner::Hash::operator()(const Key& key) const {
  std::size_t hash = std::hash<const void*>()(key.choice.algorithm);
  // Fibonacci hashing: 2^64 / golden ratio spreads small numbers over all bits (Knuth, TAOCP 6.4).
  constexpr std::size_t kSpread = 0x9e3779b97f4a7c15;
  const auto& [segment, k, outstanding] = key.choice.parameters;
  const Shape& shape = key.shape;
  for (const std::int64_t part : {segment, k, outstanding, std::int64_t{shape.ranks},
                                  std::int64_t{shape.root}, shape.elements, shape.element.count,
                                  std::int64_t{shape.in_place}, std::int64_t{shape.commutative}}) {
    hash = (hash ^ static_cast<std::size_t>(part)) * kSpread;
  }
  return hash;
}

Runner::Runner(MPI_Comm comm)
    : comm_(PrivateCopy(comm)), ranks_(SizeOf(comm_.get())), rank_(RankIn(comm_.get())) {}

const Runner::Kept& Runner::Find(const Choice& choice, const Shape& shape) {
  const std::size_t at = static_cast<std::size_t>(shape.root + shape.elements) % kRecent;
  const auto* const recent = recent_[at];
  if (recent != nullptr && recent->first.choice == choice && recent->first.shape == shape) {
    return recent->second;
  }
  const Key key{choice, shape};
  auto found = kept_.find(key);
  if (found == kept_.end()) found = Make(key);
  recent_[at] = &*found;
  return found->second;
}

Runner::KeptOnes::iterator Runner::Make(const Key& key) {
  if (const std::string reason = Declines(key.choice, key.shape); !reason.empty()) {
    throw Declined(fmt::format("{} {}", key.choice.algorithm->name, reason));
  }
  Schedule schedule = key.choice.algorithm->build(key.shape, rank_, key.choice.parameters);
  if (kept_bytes_ + Size(schedule) > kMostKept) {
    kept_.clear();
    recent_ = {};
    kept_bytes_ = 0;
  }
  kept_bytes_ += Size(schedule);
  return kept_.emplace(key, Kept(std::move(schedule))).first;
}

Runner::Kept::Kept(Schedule made)
    : schedule(std::move(made)),
      scratch(schedule.scratch()),
      announced(Announcements(schedule.messages())) {}

int Runner::Run(const Choice& choice, const Shape& shape, const Operands& operands) {
  return Run(Find(choice, shape), operands);
}

int Runner::Run(const Schedule& schedule, const Operands& operands) {
  return Run(Kept(schedule), operands);
}

int Runner::Run(const Kept& kept, const Operands& operands) {
  Bound bound{operands, {}, kept};
  if (kept.scratch > 0) {
    const View::Extent extent = operands.scratch.Measure(kept.scratch);
    bound.scratch = operands.scratch.MovedTo(scratch_.Reserve(extent.size) + extent.before);
  }
  int error = MPI_SUCCESS;
  for (std::size_t i = 0; i < kept.schedule.rounds(); ++i) {
    const Round round = kept.schedule.round(i);
    KeepFirst(Perform(round.messages, bound), error);
    for (const Step& step : round.steps) KeepFirst(Perform(step, bound), error);
  }
  if (!disagreeing_.empty()) [[unlikely]]
    Drain();
  return error;
}

std::int64_t Runner::PackedBytes(const Message& message, const Bound& bound) {
  if (message.side == Message::Side::kSend || message.block.count == 0) return 0;
  const MPI_Datatype type = bound.Of(message.block.buffer).TypeOf(message.block.first);
  if (type == MPI_DATATYPE_NULL || !IsFragile(type)) return 0;
  const Piece piece = bound.At(message.block);
  const std::int64_t bytes = piece.count() * TypeSize(piece.type());
  return bytes <= std::numeric_limits<int>::max() ? bytes : 0;  // what unpacking cannot count
}

void Runner::ReservePacked(std::span<const Message> messages, const Bound& bound) {
  std::int64_t all = 0;
  for (const Message& message : messages) all += PackedBytes(message, bound);
  if (all > 0) packed_.Reserve(all);
}

Piece Runner::Target(const Message& message, const Bound& bound, std::int64_t& used) {
  const std::int64_t bytes = PackedBytes(message, bound);
  if (bytes == 0) return bound.At(message.block);
  std::byte* const place = packed_.Reserve(used + bytes) + used;
  used += bytes;
  return {place, bytes, MPI_PACKED};
}

int Runner::Accept(int code, const MPI_Status& status, const Message& message, const Piece& target,
                   const Bound& bound) {
  const int expected = bound.Announced(message);
  const int announced = status.MPI_TAG;
  if (announced != expected) [[unlikely]] {
    disagreeing_[message.peer] = announced;
    if (code == MPI_SUCCESS) return announced > expected ? MPI_ERR_TRUNCATE : MPI_ERR_OTHER;
  }
  const int checked = CheckLength(code, status, target);
  if (checked != MPI_SUCCESS || target.type() != MPI_PACKED) return checked;
  const Piece piece = bound.At(message.block);
  if (piece.address() == target.address()) return checked;  // bytes by themselves
  return Unpack(target.address(), target.count(), piece);
}

bool Runner::HasEnded(Rank peer) const {
  if (disagreeing_.empty()) [[likely]]
    return false;
  const auto found = disagreeing_.find(peer);
  return found != disagreeing_.end() && found->second == 0;
}

void Runner::Drain() {
  for (auto& [peer, left] : disagreeing_) {
    while (left > 0) {
      MPI_Status status = Tagged(left - 1);
      PMPI_Recv(nullptr, 0, MPI_BYTE, peer, MPI_ANY_TAG, comm_.get(), &status);  // cut to nothing
      left = status.MPI_TAG;
    }
  }
  disagreeing_.clear();
}

int Runner::Perform(std::span<const Message> messages, const Bound& bound) {
  // One message, or one each way, needs no request; MPICH's blocking calls are faster for small
  // ones and raise errors on their own communicator.
  if (messages.empty()) return MPI_SUCCESS;
  if (messages.size() == 1) return PerformAlone(messages.front(), bound);
  if (messages.size() == 2 && messages[0].side == Message::Side::kReceive &&
      messages[1].side == Message::Side::kSend) {
    return Exchange(messages[0], messages[1], bound);
  }
  if (requests_.size() < messages.size()) requests_.resize(messages.size());
  ReservePacked(messages, bound);
  std::int64_t packed = 0;
  int error = MPI_SUCCESS;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const Message& message = messages[i];
    requests_[i] = MPI_REQUEST_NULL;
    const bool sends = message.side == Message::Side::kSend;
    const Piece piece = Target(message, bound, packed);
    if (!sends && HasEnded(message.peer)) continue;
    KeepFirst(sends ? PMPI_Isend(piece.address(), piece.count(), piece.type(), message.peer,
                                 bound.Announced(message), comm_.get(), &requests_[i])
                    : PMPI_Irecv(piece.address(), piece.count(), piece.type(), message.peer,
                                 MPI_ANY_TAG, comm_.get(), &requests_[i]),
              error);
  }
  KeepFirst(Complete(messages, bound), error);
  return error;
}

int Runner::PerformAlone(const Message& message, const Bound& bound) {
  if (message.side == Message::Side::kSend) {
    const Piece piece = bound.At(message.block);
    return PMPI_Send(piece.address(), piece.count(), piece.type(), message.peer,
                     bound.Announced(message), comm_.get());
  }
  if (HasEnded(message.peer)) return MPI_ERR_OTHER;
  std::int64_t packed = 0;
  const Piece piece = Target(message, bound, packed);
  MPI_Status status = Tagged(bound.Announced(message));
  const int code = PMPI_Recv(piece.address(), piece.count(), piece.type(), message.peer,
                             MPI_ANY_TAG, comm_.get(), &status);
  return Accept(code, status, message, piece, bound);
}

int Runner::Exchange(const Message& receive, const Message& send, const Bound& bound) {
  if (HasEnded(receive.peer)) return PerformAlone(send, bound);
  std::int64_t packed = 0;
  const Piece into = Target(receive, bound, packed);
  const Piece from = bound.At(send.block);
  MPI_Status status = Tagged(bound.Announced(receive));
  const int code = PMPI_Sendrecv(from.address(), from.count(), from.type(), send.peer,
                                 bound.Announced(send), into.address(), into.count(), into.type(),
                                 receive.peer, MPI_ANY_TAG, comm_.get(), &status);
  return Accept(code, status, receive, into, bound);
}

int Runner::Complete(std::span<const Message> messages, const Bound& bound) {
  int error = MPI_SUCCESS;
  std::int64_t packed = 0;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const Piece target = Target(messages[i], bound, packed);
    if (requests_[i] == MPI_REQUEST_NULL) continue;
    const bool receives = messages[i].side == Message::Side::kReceive;
    // One by one: MPI_Waitall leaves what is behind an error in flight.
    MPI_Status status = Tagged(bound.Announced(messages[i]));
    if (receives && HasEnded(messages[i].peer)) {
      PMPI_Cancel(&requests_[i]);
      PMPI_Wait(&requests_[i], &status);
      continue;
    }
    int code = PMPI_Wait(&requests_[i], &status);
    if (receives) code = Accept(code, status, messages[i], target, bound);
    KeepFirst(code, error);
  }
  return error;
}

int Runner::Perform(const Step& step, const Bound& bound) {
  return step.kind == Step::Kind::kCopy ? Copy(step, bound) : Reduce(step, bound);
}

int Runner::Copy(const Step& step, const Bound& bound) {
  const bool scattered =
      bound.Of(step.from.buffer).IsScattered() || bound.Of(step.into.buffer).IsScattered();
  if (scattered && step.from.count > 1) {
    int error = MPI_SUCCESS;
    for (std::int64_t i = 0; i < step.from.count; ++i) {
      KeepFirst(Copy({step.kind, step.from.Element(i), step.into.Element(i)}, bound), error);
    }
    return error;
  }
  const Piece from = bound.At(step.from);
  const Piece into = bound.At(step.into);
  if (from.address() == into.address()) return MPI_SUCCESS;  // in place
  const bool same = from.type() == into.type() && from.count() == into.count();
  if (same ? IsDense(from.type()) : IsPacked(from.type()) && IsPacked(into.type())) {
    const std::int64_t bytes = into.count() * TypeSize(into.type());
    if (from.count() * TypeSize(from.type()) != bytes) return MPI_ERR_OTHER;
    if (bytes > 0) std::memcpy(into.address(), from.address(), static_cast<std::size_t>(bytes));
    return MPI_SUCCESS;
  }
  return Convert(from, into);
}

int Runner::Convert(const Piece& from, const Piece& into) {
  const std::int64_t sent = from.count() * TypeSize(from.type());
  const std::int64_t expected = into.count() * TypeSize(into.type());
  if (sent > expected) return MPI_ERR_TRUNCATE;
  if (sent < expected) return MPI_ERR_OTHER;
  if (sent > std::numeric_limits<int>::max()) {
    // What packing cannot count a message to oneself can.
    return PMPI_Sendrecv(from.address(), from.count(), from.type(), rank_, 0, into.address(),
                         into.count(), into.type(), rank_, 0, comm_.get(), MPI_STATUS_IGNORE);
  }
  const auto bytes = static_cast<int>(sent);
  if (from.type() == MPI_PACKED) return Unpack(from.address(), bytes, into);
  std::byte* const packed = packed_.Reserve(bytes);
  const int code = Pack(from.address(), from.count(), from.type(), packed, bytes, comm_.get());
  return code != MPI_SUCCESS ? code : Unpack(packed, bytes, into);
}

int Runner::Unpack(const void* packed, int bytes, const Piece& into) {
  return colltune::Unpack(packed, bytes, into.address(), into.count(), into.type(), comm_.get());
}

int Runner::Reduce(const Step& step, const Bound& bound) {
  const View& from = bound.Of(step.from.buffer);
  const View& into = bound.Of(step.into.buffer);
  const std::int64_t items = into.Items(step.into);
  const MPI_Datatype type = into.type();
  const MPI_Op op = bound.operands.op;
  auto* const left = static_cast<char*>(from.Address(step.from));
  auto* const right = static_cast<char*>(into.Address(step.into));
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  if (items <= kMost) return PMPI_Reduce_local(left, right, static_cast<int>(items), type, op);
  int error = MPI_SUCCESS;
  for (std::int64_t done = 0; done < items; done += kMost) {
    const MPI_Aint offset = done * TypeExtent(type);
    const auto portion = static_cast<int>(std::min(items - done, kMost));
    KeepFirst(PMPI_Reduce_local(left + offset, right + offset, portion, type, op), error);
  }
  return error;
}

}  // namespace colltune
