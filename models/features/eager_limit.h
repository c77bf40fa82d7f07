// Detection of the largest message that a library buffers, and of other changes of its protocol.
#ifndef COLLTUNE_MODELS_FEATURES_EAGER_LIMIT_H_
#define COLLTUNE_MODELS_FEATURES_EAGER_LIMIT_H_

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "measure/network/samples.h"
#include "models/network/network_model.h"

namespace colltune::models {

/// The S of LogGPS (Ino, Fujimoto & Hagihara, "LogGPS: a parallel computational model for
/// synchronization analysis", PPoPP 2001): messages of up to S bytes are buffered, larger ones
/// wait for their receive.
struct EagerLimit {
  static constexpr Bytes kNone{std::int64_t{1} << 62};  ///< the largest size there is

  Bytes buffered = kNone;  ///< the largest size that was seen buffered
  Bytes waiting = kNone;   ///< the smallest size that was seen to wait
  bool found = false;      ///< whether a size was seen to wait; if not, buffered is kNone
  std::string note;        ///< why S is not identified, in words; else empty
};

/// Finds the limit by send calls whose receives are late. A call waits if it takes longer than one
/// without delay by at least half of the delay. A size waits if more than half of its calls do.
EagerLimit FindEagerLimit(std::span<const measure::NetworkSample> samples);

/// Returns the parameter S, in bytes: the truth lies between S and S + half_width.
FittedParameter ToParameter(const EagerLimit& limit);

/// A message size and its time.
struct SizePoint {
  double bytes = 0;
  double time = 0;
};

/// Returns the indices at which another line starts than the points before lie on. Applies
/// Netgauge's rule (Hoefler, Lichei & Rehm 2007): the line's mean absolute residual at least
/// doubles with any one of the next points, up to four. Each of these points is added alone, so
/// that a single bad point is no break. `floor`: least residual, as a share of the times, that can
/// be told from none. Requires rising sizes.
std::vector<std::size_t> FindBreaks(std::span<const SizePoint> points, double floor);

/// Returns the sizes at which FindBreaks finds breaks of the medians of all round trips by size,
/// with kExact as the floor.
std::vector<Bytes> BreaksOfRoundTrips(std::span<const measure::NetworkSample> samples);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_EAGER_LIMIT_H_
