#include "algorithms/run/arrivals.h"

#include <algorithm>
#include <limits>

#include "algorithms/run/packing.h"

namespace colltune {
namespace {

/// Returns MPI_ERR_OTHER for a message that is shorter than its receive, which MPI itself accepts.
/// In a collective operation such a message means that ranks disagree on the size. MPICH's own
/// collectives report that by this error class.
int CheckLength(int code, const MPI_Status& status, const MpiSpan& piece) {
  if (code != MPI_SUCCESS) return code;
  int received = 0;
  PMPI_Get_count(&status, piece.type(), &received);
  if (received == piece.count()) return MPI_SUCCESS;
  return TypeSize(piece.type()) == 0 ? MPI_SUCCESS : MPI_ERR_OTHER;
}

}  // namespace

std::int64_t Arrivals::PackedBytes(const Message& message, const Bound& bound) {
  if (message.side == Message::Side::kSend || message.block.count == 0) return 0;
  const auto fragile = [&](const Block& part) {
    const MPI_Datatype type = bound.Of(part.buffer).TypeOf(part.first);
    return type != MPI_DATATYPE_NULL && IsFragile(type);
  };
  if (std::ranges::none_of(bound.kept.schedule.PartsOf(message), fragile)) return 0;
  const MpiSpan piece = bound.At(message);
  const std::int64_t bytes = piece.count() * TypeSize(piece.type());
  return bytes <= std::numeric_limits<int>::max() ? bytes : 0;  // MPI_Unpack counts bytes by an int
}

void Arrivals::Reserve(std::span<const Message> messages, const Bound& bound) {
  std::int64_t all = 0;
  for (const Message& message : messages) all += PackedBytes(message, bound);
  if (all > 0) packed_.Reserve(all);
}

MpiSpan Arrivals::Target(const Message& message, const Bound& bound, std::int64_t& used) {
  const std::int64_t bytes = PackedBytes(message, bound);
  if (bytes == 0) return bound.At(message);
  std::byte* const place = packed_.Reserve(used + bytes) + used;
  used += bytes;
  return {place, bytes, MPI_PACKED};
}

int Arrivals::Accept(int code, const MPI_Status& status, const Message& message,
                     const MpiSpan& target, const Bound& bound) {
  const int judged = Judge(code, status, message, target, bound);
  if (judged != MPI_SUCCESS) [[unlikely]]
    failed_ = kFailed;
  return judged;
}

int Arrivals::Judge(int code, const MPI_Status& status, const Message& message,
                    const MpiSpan& target, const Bound& bound) {
  const int expected = bound.kept.Announced(message);
  if (status.MPI_TAG != expected) [[unlikely]] {
    const int announced = status.MPI_TAG & ~kFailed;
    if (announced != expected) Allocate([&] { disagreeing_[message.peer] = announced; });
    if (code == MPI_SUCCESS) return announced > expected ? MPI_ERR_TRUNCATE : MPI_ERR_OTHER;
  }
  const int checked = CheckLength(code, status, target);
  if (checked != MPI_SUCCESS || target.type() != MPI_PACKED) return checked;
  const MpiSpan piece = bound.At(message);
  if (piece.address() == target.address()) return checked;  // the piece itself is packed bytes
  return Unpack(target.address(), target.count(), piece.address(), piece.count(), piece.type(),
                comm_);
}

void Arrivals::Drain() {
  for (auto& [peer, left] : disagreeing_) {
    while (left > 0) {
      MPI_Status status = Tagged(left - 1);
      PMPI_Recv(nullptr, 0, MPI_BYTE, peer, MPI_ANY_TAG, comm_, &status);  // truncated to no bytes
      left = status.MPI_TAG & ~kFailed;
    }
  }
  disagreeing_.clear();
}

}  // namespace colltune
