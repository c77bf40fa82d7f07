// Cells of one rank's memory, for the verifier: a number for each element of its buffers.
#ifndef COLLTUNE_ALGORITHMS_VERIFY_CELLS_H_
#define COLLTUNE_ALGORITHMS_VERIFY_CELLS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "algorithms/buffers.h"

namespace colltune {

/// Numbers of the elements of a rank's buffers. In place, input and output share cells. In
/// reduce_scatter blocks differ in size, so that elements of one buffer are not elements of the
/// other: both are then kept apart, and any element written to the output may end the whole input.
class Cells {
 public:
  Cells(Collective collective, const Shape& shape, Rank rank, const Schedule& schedule)
      : buffers_(BuffersOf(collective, shape, rank)),
        scratch_(buffers_.scratch ? schedule.scratch() : 0),
        slots_(buffers_.slots ? schedule.slots() : 0),
        output_ends_input_(buffers_.shared && collective == Collective::kReduceScatter) {
    const bool share = buffers_.shared && !output_ends_input_;
    const std::int64_t both =
        share ? std::max(buffers_.input, buffers_.output) : buffers_.input + buffers_.output;
    begin_[static_cast<std::size_t>(Buffer::kInput)] = share ? buffers_.input_at : 0;
    begin_[static_cast<std::size_t>(Buffer::kOutput)] = share ? buffers_.output_at : buffers_.input;
    begin_[static_cast<std::size_t>(Buffer::kScratch)] = both;
    begin_[static_cast<std::size_t>(Buffer::kSlots)] = both + scratch_;
    count_ = static_cast<std::size_t>(both + scratch_ + slots_);
  }

  const Buffers& buffers() const { return buffers_; }
  std::int64_t scratch() const { return scratch_; }  ///< elements that may be used
  std::int64_t slots() const { return slots_; }      ///< likewise
  std::size_t count() const { return count_; }
  bool output_ends_input() const { return output_ends_input_; }

  /// Returns the cell of a block's first element; the others follow.
  std::size_t First(const Block& block) const {
    return static_cast<std::size_t>(begin_[static_cast<std::size_t>(block.buffer)] + block.first);
  }

 private:
  Buffers buffers_;
  std::int64_t scratch_;
  std::int64_t slots_;
  bool output_ends_input_;
  std::int64_t begin_[4];  // of each Buffer
  std::size_t count_;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_VERIFY_CELLS_H_
