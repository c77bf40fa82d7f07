// Message sizes chosen where the time bends: many around a jump, few along a straight line.
#ifndef COLLTUNE_MEASURE_NETWORK_ADAPTIVE_SIZES_H_
#define COLLTUNE_MEASURE_NETWORK_ADAPTIVE_SIZES_H_

#include <functional>
#include <vector>

#include "algorithms/units.h"

namespace colltune {

struct AdaptiveSizes {
  Bytes first{0};
  Bytes last{102400};        ///< 100 KiB: the range of Lastovetsky, Rychkov & O'Flynn (2008)
  Bytes first_stride{1024};  ///< and its stride
  Bytes least_stride{64};    ///< no finer: a cache line
  int most_points = 200;     ///< where noise looks like bends everywhere; `last` is one of them
  double tolerance = 0.1;    ///< a point this share of its time off the line does not lie on it

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

struct SizeTime {
  Bytes bytes;
  Seconds time{};
};

/// Asks `time` for sizes from `first` upwards, as mpptest does (Gropp & Lusk, "Reproducible
/// Measurements of MPI Performance Characteristics", EuroPVM/MPI 1999): a point on the line
/// through the two before it doubles the stride; one that is not halves it, and is asked for again
/// closer by. Returns all that was asked, each size once, in ascending order, with `first` and
/// `last` among them. Ends for whatever `time` returns.
///
/// Asks alike on all ranks if `time` answers alike. Throws as Validate.
std::vector<SizeTime> MeasureSizes(const AdaptiveSizes& sizes,
                                   const std::function<Seconds(Bytes)>& time);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_ADAPTIVE_SIZES_H_
