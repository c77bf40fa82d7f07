#include "measure/operation/result_check.h"

#include <algorithm>
#include <cstring>

#include "algorithms/buffers.h"
#include "algorithms/verify/contracts.h"

namespace colltune::measure {
namespace {

// Primes such that sums on up to 2^20 ranks are whole numbers that a double holds.
constexpr std::int64_t kModulus = 65521;
constexpr std::int64_t kPerRank = 7919;

// 2^64 / golden ratio spreads small numbers over all bits (Knuth, TAOCP 6.4).
constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
constexpr int kTopByte = 56;

std::uint8_t Spread(std::int64_t number) {
  return static_cast<std::uint8_t>((static_cast<std::uint64_t>(number) * kSpread) >> kTopByte);
}

/// Returns the sum of doubles of the ranks first..last at element i.
double SumAt(Rank first, Rank last, std::int64_t i) {
  const std::int64_t count = last - first + 1;
  const std::int64_t numbers = (std::int64_t{first} + 1 + last + 1) * count / 2;
  return static_cast<double>(kPerRank * numbers + count * (i % kModulus));
}

/// Returns the part of the exclusive or of bytes that depends on the ranks first..last alone.
std::uint8_t RanksByte(Rank first, Rank last) {
  std::uint8_t byte = 0;
  for (Rank rank = first; rank <= last; ++rank) byte ^= Spread(kPerRank * (rank + 1));
  return byte;
}

/// Calls element(i, value, its bytes) for the reduction over ranks `from`..`to` of `count` elements
/// from number `first` on, until one returns false. Returns whether none did.
template <typename Element>
bool ForEach(const Shape& shape, Rank from, Rank to, std::int64_t first, std::int64_t count,
             Element element) {
  if (shape.element.count == sizeof(double)) {
    for (std::int64_t i = 0; i < count; ++i) {
      const double value = SumAt(from, to, first + i);
      if (!element(i, &value, sizeof value)) return false;
    }
    return true;
  }
  const std::uint8_t ranks = RanksByte(from, to);
  const bool is_odd = (to - from + 1) % 2 != 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto value = static_cast<std::uint8_t>(ranks ^ (is_odd ? Spread(first + i) : 0));
    if (!element(i, &value, sizeof value)) return false;
  }
  return true;
}

void Fill(const Shape& shape, Rank rank, std::byte* data, std::int64_t elements,
          std::int64_t stride) {
  ForEach(shape, rank, rank, 0, elements, [&](std::int64_t i, const void* value, std::size_t size) {
    std::memcpy(data + i * stride * static_cast<std::int64_t>(size), value, size);
    return true;
  });
}

constexpr std::byte kHole{0xa5};  // in each hole before a run

}  // namespace

ResultCheck::ResultCheck(const Operation& operation, OperationMemory& memory)
    : collective_(operation.collective()),
      shape_(operation.shape()),
      rank_(operation.runner().rank()),
      stride_(operation.stride()),
      memory_(&memory) {
  const Buffers buffers = BuffersOf(collective_, shape_, rank_);
  input_ = buffers.input;
  output_ = buffers.output;
  Fill(shape_, rank_, memory_->send(), input_, stride_);
}

template <typename Element>
bool ResultCheck::ForEachExpected(Element element) const {
  if (shape_.elements == 0) return true;
  for (std::int64_t first = 0; first < output_; first += shape_.elements) {
    // Within a block, elements of the promise are consecutive.
    const Promise promise = PromiseOf(collective_, shape_, rank_, first);
    if (promise.last < promise.first) continue;  // an exclusive scan promises rank 0 nothing
    std::byte* const data = memory_->receive() + first * stride_ * shape_.element.count;
    const std::int64_t count = std::min(shape_.elements, output_ - first);
    const bool all =
        ForEach(shape_, promise.first, promise.last, promise.element, count,
                [&](std::int64_t i, const void* value, std::size_t size) {
                  return element(data + i * stride_ * static_cast<std::int64_t>(size), value, size);
                });
    if (!all) return false;
  }
  return true;
}

void ResultCheck::Prepare() {
  if (stride_ > 1) std::fill_n(memory_->receive(), output_ * stride_, kHole);
  // Invert each byte of the expected values.
  ForEachExpected([](std::byte* where, const void* value, std::size_t size) {
    std::memcpy(where, value, size);
    for (std::size_t i = 0; i < size; ++i) where[i] = ~where[i];
    return true;
  });
  // In a broadcast the root sends from the receive buffer.
  if (collective_ == Collective::kBcast && rank_ == shape_.root) {
    Fill(shape_, rank_, memory_->receive(), output_, stride_);
  }
}

bool ResultCheck::Holds() const {
  return ForEachExpected([](const std::byte* where, const void* value, std::size_t size) {
           return std::memcmp(where, value, size) == 0;
         }) &&
         HolesHold();
}

bool ResultCheck::HolesHold() const {
  if (stride_ == 1) return true;
  for (std::int64_t i = 0; i < output_; ++i) {  // of one byte each
    if (memory_->receive()[i * stride_ + 1] != kHole) return false;
  }
  return true;
}

}  // namespace colltune::measure
