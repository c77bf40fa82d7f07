// Where a library stops to buffer messages, and where it changes its protocol otherwise.
#ifndef COLLTUNE_MODELS_FEATURES_EAGER_LIMIT_H_
#define COLLTUNE_MODELS_FEATURES_EAGER_LIMIT_H_

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "measure/network/samples.h"
#include "models/network/network_model.h"

namespace colltune {

/// The S of LogGPS (Ino, Fujimoto & Hagihara, "LogGPS: a parallel computational model for
/// synchronization analysis", PPoPP 2001): messages of up to S bytes are buffered, larger ones
/// wait for their receive.
struct EagerLimit {
  static constexpr Bytes kNone{std::int64_t{1} << 62};  ///< the largest size there is

  Bytes buffered = kNone;  ///< the largest size that was seen buffered
  Bytes waiting = kNone;   ///< the smallest that was seen to wait
  bool found = false;      ///< otherwise none was seen to wait, and buffered is kNone
  std::string note;        ///< what the samples say, in words; empty where it is plain
};

/// By send calls whose receives are late: where the call takes half of that delay longer than
/// without one, it waits.
EagerLimit FindEagerLimit(std::span<const NetworkSample> samples);

/// The parameter S, in bytes: the truth lies between S and S + half_width.
FittedParameter ToParameter(const EagerLimit& limit);

/// A size and what it takes.
struct SizePoint {
  double bytes = 0;
  double time = 0;
};

/// Indices at which another line starts than the points before lie on: Netgauge's rule (Hoefler,
/// Lichei & Rehm 2007), where the line's mean absolute residual at least doubles with any one of
/// the next points, up to four; one at a time, so that a single bad point is no break. `floor` is
/// what residuals are not told from, as a share of the times. Requires rising sizes.
std::vector<std::size_t> FindBreaks(std::span<const SizePoint> points, double floor);

/// FindBreaks of the medians of all round trips by size, with kExact as the floor: the sizes.
std::vector<Bytes> BreaksOfRoundTrips(std::span<const NetworkSample> samples);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_FEATURES_EAGER_LIMIT_H_
