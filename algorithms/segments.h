// Division of blocks: into segments of a given size, and into parts of about equal size.
#ifndef COLLTUNE_ALGORITHMS_SEGMENTS_H_
#define COLLTUNE_ALGORITHMS_SEGMENTS_H_

#include <algorithm>
#include <cstdint>

#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// Returns the first element of part `i` of `parts` of `elements` elements. The first elements %
/// parts parts have one element more than the others. PartBegin(elements, parts, parts) ==
/// elements.
constexpr std::int64_t PartBegin(std::int64_t elements, std::int64_t parts, std::int64_t i) {
  return i * (elements / parts) + std::min(i, elements % parts);
}

/// Returns the block of the parts [first, last) of `parts`, which are adjacent.
constexpr Block Parts(Buffer buffer, std::int64_t elements, int parts, int first, int last) {
  const std::int64_t begin = PartBegin(elements, parts, first);
  return {buffer, begin, PartBegin(elements, parts, last) - begin};
}

/// Segments of a block of shape.elements elements: as few as there can be of `bytes` each, where
/// one holds whole elements and at least one. They are parts of about equal size, since a pipeline
/// is as slow as its longest segment: 65 KiB in segments of 32 KiB are three of 21.7 KiB. A block
/// without elements has no segment.
class Segments {
 public:
  Segments(const Shape& shape, std::int64_t bytes) : elements_(shape.elements) {
    const std::int64_t most =
        std::max<std::int64_t>(1, bytes / std::max<std::int64_t>(1, shape.element.count));
    count_ = (elements_ + most - 1) / most;
  }

  std::int64_t count() const { return count_; }

  /// Elements of the longest segment; 0 if there is none.
  std::int64_t longest() const { return count_ == 0 ? 0 : PartBegin(elements_, count_, 1); }

  /// Segment 0 <= i < count() of a block that starts at `first` of `buffer`.
  Block At(Buffer buffer, std::int64_t i, std::int64_t first = 0) const {
    const std::int64_t begin = PartBegin(elements_, count_, i);
    return {buffer, first + begin, PartBegin(elements_, count_, i + 1) - begin};
  }

 private:
  std::int64_t elements_;
  std::int64_t count_;
};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_SEGMENTS_H_
