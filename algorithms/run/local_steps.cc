#include "algorithms/run/local_steps.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "algorithms/agreement.h"
#include "algorithms/run/packing.h"

namespace colltune {
namespace {

/// Calls MPI_Reduce_local, in portions if there are more items than an int counts. Returns the
/// first error, or MPI_SUCCESS.
int ReduceLocal(char* left, char* right, std::int64_t items, MPI_Datatype type, MPI_Op op) {
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

}  // namespace

bool LocalSteps::IsOnDevice(Buffer buffer, const void* base, std::int64_t items,
                            MPI_Datatype type) {
  return devices_ != nullptr && !IsTemporary(buffer) && items > 0 && devices_->Holds(base, type);
}

int LocalSteps::Copy(const Step& step, const Bound& bound) {
  const bool reads = step.from.buffer == Buffer::kSlots && step.into.buffer != Buffer::kSlots;
  const bool fills = step.into.buffer == Buffer::kSlots && step.from.buffer != Buffer::kSlots;
  const bool scattered =
      bound.Of(step.from.buffer).IsScattered() || bound.Of(step.into.buffer).IsScattered();
  if ((scattered || reads || fills) && step.from.count > 1) {
    int error = MPI_SUCCESS;
    for (std::int64_t i = 0; i < step.from.count; ++i) {
      KeepFirst(Copy({step.kind, step.from.Element(i), step.into.Element(i)}, bound), error);
    }
    return error;
  }
  if (fills) return FillSlot(step.from, step.into, bound);
  if (reads) return ReadSlot(step.from, step.into, bound);
  const MpiSpan from = bound.At(step.from);
  const MpiSpan into = bound.At(step.into);
  return Move(from, into, IsOnDevice(step.from.buffer, from) || IsOnDevice(step.into.buffer, into));
}

/// Copies a block, and its size, into a slot.
int LocalSteps::FillSlot(const Block& from, const Block& slot, const Bound& bound) {
  const MpiSpan block = bound.At(from);
  const std::int64_t bytes = block.count() * TypeSize(block.type());
  const bool fits = bytes <= bound.largest;  // unless the agreement has failed
  const auto size = static_cast<SlotSize>(fits ? bytes : 0);
  auto* const place = static_cast<std::byte*>(bound.slots.Address(slot));
  std::memcpy(place, &size, sizeof size);
  if (!fits) return MPI_ERR_OTHER;
  return Move(block, MpiSpan(place + sizeof size, bytes, MPI_PACKED),
              IsOnDevice(from.buffer, block));
}

/// Copies the block in a slot into an element.
int LocalSteps::ReadSlot(const Block& slot, const Block& into, const Bound& bound) {
  auto* const place = static_cast<std::byte*>(bound.slots.Address(slot));
  SlotSize size = 0;
  std::memcpy(&size, place, sizeof size);
  if (size > bound.largest) return MPI_ERR_OTHER;  // nothing has arrived there, after an error
  const MpiSpan block = bound.At(into);
  return Move(MpiSpan(place + sizeof size, size, MPI_PACKED), block,
              IsOnDevice(into.buffer, block));
}

int LocalSteps::Move(const MpiSpan& from, const MpiSpan& into, bool by_message) {
  const bool same = from.type() == into.type() && from.count() == into.count();
  if (same && from.address() == into.address()) return MPI_SUCCESS;  // in place
  const bool as_bytes =
      !by_message && (same ? IsDense(from.type()) : IsPacked(from.type()) && IsPacked(into.type()));
  if (!as_bytes) return Convert(from, into, by_message);
  const std::int64_t bytes = into.count() * TypeSize(into.type());
  const std::int64_t sent = from.count() * TypeSize(from.type());
  if (sent != bytes) return sent > bytes ? MPI_ERR_TRUNCATE : MPI_ERR_OTHER;
  if (bytes > 0 && from.address() != into.address())
    std::memcpy(into.address(), from.address(), static_cast<std::size_t>(bytes));
  return MPI_SUCCESS;
}

int LocalSteps::Convert(const MpiSpan& from, const MpiSpan& into, bool by_message) {
  const std::int64_t sent = from.count() * TypeSize(from.type());
  const std::int64_t expected = into.count() * TypeSize(into.type());
  if (sent > expected) return MPI_ERR_TRUNCATE;
  if (sent < expected) return MPI_ERR_OTHER;
  if (sent == 0) return MPI_SUCCESS;  // even then Open MPI's MPI_Pack refuses memory at nullptr
  // Sends a message to oneself where packing cannot count the bytes by an int.
  if (by_message || sent > std::numeric_limits<int>::max()) return SendToSelf(from, into);
  const auto bytes = static_cast<int>(sent);
  const auto unpack = [&](const void* packed) {
    return Unpack(packed, bytes, into.address(), into.count(), into.type(), comm_);
  };
  if (from.type() == MPI_PACKED) return unpack(from.address());
  std::byte* const packed = packed_.Reserve(bytes);
  const int code = Pack(from.address(), from.count(), from.type(), packed, bytes, comm_);
  return code != MPI_SUCCESS ? code : unpack(packed);
}

int LocalSteps::SendToSelf(const MpiSpan& from, const MpiSpan& into) {
  return PMPI_Sendrecv(from.address(), from.count(), from.type(), rank_, 0, into.address(),
                       into.count(), into.type(), rank_, 0, comm_, MPI_STATUS_IGNORE);
}

int LocalSteps::Reduce(const Step& step, const Bound& bound) {
  const BufferView& into = bound.Of(step.into.buffer);
  auto* const left = static_cast<char*>(bound.Of(step.from.buffer).Address(step.from));
  auto* const right = static_cast<char*>(into.Address(step.into));
  const std::int64_t items = into.Items(step.into);
  if (IsOnDevice(step.from.buffer, left, items, into.type()) ||
      IsOnDevice(step.into.buffer, right, items, into.type())) {
    return ReduceOnHost(step, bound);
  }
  return ReduceLocal(left, right, items, into.type(), bound.operands.op);
}

/// Reduces copies of both operands in host memory, and copies the result back.
int LocalSteps::ReduceOnHost(const Step& step, const Bound& bound) {
  const BufferView& into = bound.Of(step.into.buffer);
  const std::int64_t items = into.Items(step.into);
  const BufferView::Extent extent = BufferView(nullptr, items, into.type()).Measure(1);
  constexpr std::int64_t kAlignment = alignof(std::max_align_t);
  const std::int64_t each = (extent.size + kAlignment - 1) / kAlignment * kAlignment;
  auto* const left = reinterpret_cast<char*>(copies_.Reserve(2 * each)) + extent.before;
  char* const right = left + each;
  const MpiSpan original = bound.At(step.into);
  const MpiSpan copy(right, items, into.type());
  int error = SendToSelf(bound.At(step.from), MpiSpan(left, items, into.type()));
  KeepFirst(SendToSelf(original, copy), error);
  if (error == MPI_SUCCESS) error = ReduceLocal(left, right, items, into.type(), bound.operands.op);
  if (error == MPI_SUCCESS) error = SendToSelf(copy, original);
  return error;
}

}  // namespace colltune
