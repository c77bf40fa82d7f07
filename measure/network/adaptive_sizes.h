// Chooses message sizes where the time bends: many around a jump, few along a straight line.
#ifndef COLLTUNE_MEASURE_NETWORK_ADAPTIVE_SIZES_H_
#define COLLTUNE_MEASURE_NETWORK_ADAPTIVE_SIZES_H_

#include <functional>
#include <vector>

#include "algorithms/units.h"

namespace colltune::measure {

struct AdaptiveSizes {
  Bytes first{0};
  Bytes last{102400};        ///< 100 KiB: the range of Lastovetsky, Rychkov & O'Flynn (2008)
  Bytes first_stride{1024};  ///< and its stride
  Bytes least_stride{64};    ///< finest stride: a cache line
  int most_points = 200;     ///< limit, `last` included, where noise looks like bends everywhere
  double tolerance = 0.1;    ///< largest distance from the line, as a share of the point's time

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

struct SizeTime {
  Bytes bytes;
  Seconds time{};
};

/// Calls `time` for sizes from `first` upwards, as mpptest does (Gropp & Lusk, "Reproducible
/// Measurements of MPI Performance Characteristics", EuroPVM/MPI 1999). A point on the line through
/// the two before it doubles the stride. A point off the line halves the stride, and a nearer size
/// is tried. Returns all sizes that were tried, each once, in ascending order, with `first` and
/// `last` among them. Ends for whatever `time` returns.
///
/// Tries the same sizes on all ranks if `time` returns the same on all. Throws as Validate.
std::vector<SizeTime> MeasureSizes(const AdaptiveSizes& sizes,
                                   const std::function<Seconds(Bytes)>& time);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_ADAPTIVE_SIZES_H_
