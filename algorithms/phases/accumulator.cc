#include "algorithms/phases/accumulator.h"

#include <algorithm>
#include <utility>

namespace colltune {

std::vector<BufferRegion> Slots(int count, std::int64_t each, std::int64_t first) {
  std::vector<BufferRegion> slots;
  for (int i = 0; i < count; ++i) slots.push_back({Buffer::kScratch, first + i * each});
  return slots;
}

Accumulator::Accumulator(bool commutative, BufferRegion mine, bool writable,
                         std::vector<BufferRegion> spare)
    : commutative_(commutative), value_(mine), writable_(writable), spare_(std::move(spare)) {}

void Accumulator::Combine(Schedule& schedule, const Block& range, int arrived, int higher) {
  if (arrived == 0) return;
  std::vector<BufferRegion> operands(spare_.begin(), spare_.begin() + arrived);  // of falling ranks
  operands.insert(operands.begin() + higher, value_);
  BufferRegion sum = operands.front();
  bool writable = higher > 0 || writable_;
  if (!writable && !commutative_) {
    sum = spare_[static_cast<std::size_t>(arrived)];
    schedule.Copy(value_.At(range), sum.At(range));
    writable = true;
  }
  for (int i = 1; i <= arrived; ++i) {
    const BufferRegion& left = operands[static_cast<std::size_t>(i)];
    // Keeps the result in the region of `value_` where that may be overwritten.
    const bool into_left = commutative_ && (!writable || (i == higher && writable_));
    if (into_left) {
      schedule.Reduce(sum.At(range), left.At(range));
      sum = left;
      writable = true;
    } else {
      schedule.Reduce(left.At(range), sum.At(range));
    }
  }
  Settle(sum);
}

void Accumulator::MoveTo(Schedule& schedule, const Block& range, const BufferRegion& into) {
  if (value_ == into) return;
  schedule.Copy(value_.At(range), into.At(range));
  Settle(into);
}

/// Records that the value lies in `now`; frees its previous region if that may be overwritten.
void Accumulator::Settle(const BufferRegion& now) {
  if (now == value_) return;
  const auto taken = std::ranges::find(spare_, now);
  if (writable_ && taken != spare_.end()) {
    *taken = value_;
  } else if (taken != spare_.end()) {
    spare_.erase(taken);
  }
  value_ = now;
  writable_ = true;
}

Accumulator InOutput(const Shape& shape, const std::vector<BufferRegion>& slots,
                     std::int64_t begin) {
  const BufferRegion output{Buffer::kOutput, begin};
  if (shape.in_place) return {shape.commutative, output, true, slots};
  std::vector<BufferRegion> spare = {output};
  spare.insert(spare.end(), slots.begin(), slots.end());
  return {shape.commutative, {Buffer::kInput, begin}, false, spare};
}

Accumulator InScratch(const Shape& shape, const std::vector<BufferRegion>& slots,
                      std::int64_t begin) {
  return {shape.commutative, {Buffer::kInput, begin}, false, slots};
}

}  // namespace colltune
