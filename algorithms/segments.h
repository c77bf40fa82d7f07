// Division of blocks: into segments of a given size, and into parts of about equal size.
#ifndef COLLTUNE_ALGORITHMS_SEGMENTS_H_
#define COLLTUNE_ALGORITHMS_SEGMENTS_H_

#include <algorithm>
#include <cstdint>

#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// Segments of a block of shape.elements elements. Each has as many whole elements as `bytes` hold,
/// at least one; the last segment may be shorter. A block without elements has no segment.
class Segments {
 public:
  Segments(const Shape& shape, std::int64_t bytes)
      : elements_(shape.elements),
        each_(std::max<std::int64_t>(1, bytes / std::max<std::int64_t>(1, shape.element.count))) {}

  std::int64_t count() const { return (elements_ + each_ - 1) / each_; }

  /// Segment 0 <= i < count() of a block that starts at `first` of `buffer`.
  Block At(Buffer buffer, std::int64_t i, std::int64_t first = 0) const {
    return {buffer, first + i * each_, std::min(each_, elements_ - i * each_)};
  }

 private:
  std::int64_t elements_;
  std::int64_t each_;
};

/// Returns the first element of part `i` of `parts` of `elements` elements. The first elements %
/// parts parts have one element more than the others. PartBegin(elements, parts, parts) ==
/// elements.
constexpr std::int64_t PartBegin(std::int64_t elements, int parts, int i) {
  return i * (elements / parts) + std::min<std::int64_t>(i, elements % parts);
}

/// Returns the block of the parts [first, last) of `parts`, which are adjacent.
constexpr Block Parts(Buffer buffer, std::int64_t elements, int parts, int first, int last) {
  const std::int64_t begin = PartBegin(elements, parts, first);
  return {buffer, begin, PartBegin(elements, parts, last) - begin};
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_SEGMENTS_H_
