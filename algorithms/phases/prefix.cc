#include "algorithms/phases/prefix.h"

namespace colltune {

Prefix::Prefix(const Shape& shape, bool exclusive)
    : exclusive_(exclusive),
      commutative_(shape.commutative),
      own_(Input(0, shape.elements)),
      output_(Output(0, shape.elements)),
      result_home_(output_) {
  if (!shape.in_place) return;
  if (exclusive) {
    result_home_ = Slot(2);  // the output holds the operand, which the passed-on sum needs
  } else {
    result_ = output_;
  }
}

Block Prefix::Sum() const {
  if (sum_) return *sum_;
  return result_ && !exclusive_ ? *result_ : own_;
}

Block Prefix::FromLower() const {
  // Receives into the result's block only if the arriving sum need not be combined from the left:
  // in an exscan, or if the operation commutes.
  return !result_ && (exclusive_ || commutative_) ? result_home_ : FreeSlot();
}

void Prefix::AddLower(Schedule& schedule, bool passed_on) {
  const Block arrived = FromLower();
  if (sum_ && passed_on) schedule.Reduce(arrived, *sum_);
  if (arrived != result_home_) {
    if (!result_) schedule.Copy(own_, result_home_);
    schedule.Reduce(arrived, result_home_);
  } else if (!exclusive_) {
    schedule.Reduce(own_, result_home_);
  }
  result_ = result_home_;
  if (!passed_on) sum_.reset();
  if (passed_on && exclusive_ && !sum_) {
    sum_ = FreeSlot();
    schedule.Copy(own_, *sum_).Reduce(*result_, *sum_);
  }
}

void Prefix::AddHigher(Schedule& schedule) {
  const Block arrived = FromHigher();
  schedule.Reduce(Sum(), arrived);
  sum_ = arrived;
}

void Prefix::Finish(Schedule& schedule) const {
  const bool has_operand = !result_ && !exclusive_;
  if (has_operand) schedule.Copy(own_, output_);
  if (result_ && *result_ != output_) schedule.Copy(*result_, output_);
}

}  // namespace colltune
