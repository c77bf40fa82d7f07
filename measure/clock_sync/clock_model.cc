#include "measure/clock_sync/clock_model.h"

#include <algorithm>
#include <cmath>

namespace colltune::measure {

Seconds ClockModel::ErrorAt(Seconds local) const {
  const Seconds outside = std::max({Seconds(0), from - local, local - until});
  // The line has a drift of its own, and the truth may have the opposite one.
  return error + (drift_bound + std::abs(drift)) * outside;
}

ClockModel FromOffset(const Offset& offset, double drift_bound) {
  return {.at = offset.at,
          .offset = offset.offset,
          .error = offset.error,
          .from = offset.at,
          .until = offset.at,
          .drift_bound = drift_bound};
}

ClockModel Between(const Offset& before, const Offset& after, double drift_bound) {
  const Seconds span = after.at - before.at;
  if (span <= Seconds(0)) return FromOffset(after, drift_bound);
  return {.at = before.at,
          .offset = before.offset,
          .drift = (after.offset - before.offset) / span,
          .error = std::max(before.error, after.error),
          .from = before.at,
          .until = after.at,
          .drift_bound = drift_bound};
}

ClockModel FitLine(std::span<const Offset> offsets, double drift_bound) {
  const Offset& last = offsets.back();
  const auto n = static_cast<double>(offsets.size());
  // Times and offsets are relative to the last offset, so that their squares keep their digits.
  double mean_x = 0;
  double mean_y = 0;
  for (const Offset& o : offsets) {
    mean_x += (o.at - last.at).count() / n;
    mean_y += (o.offset - last.offset).count() / n;
  }
  double xx = 0;
  double xy = 0;
  for (const Offset& o : offsets) {
    const double x = (o.at - last.at).count() - mean_x;
    xx += x * x;
    xy += x * ((o.offset - last.offset).count() - mean_y);
  }
  ClockModel model = FromOffset(last, drift_bound);
  if (xx > 0) model.drift = xy / xx;
  const Seconds missed(mean_y - model.drift * mean_x);
  model.offset += missed;
  model.error += Seconds(std::abs(missed.count()));
  return model;
}

ClockModel Compose(const ClockModel& to_parent, const ClockModel& parent) {
  const Seconds parent_at = to_parent.ToReference(to_parent.at);
  ClockModel sum = to_parent;
  sum.offset += parent_at - parent.ToReference(parent_at);
  sum.drift = to_parent.drift + parent.drift - to_parent.drift * parent.drift;
  sum.drift_bound = std::max(to_parent.drift_bound, parent.drift_bound);
  // Interval in which both errors are certified. If there is none, the later beginning: one error
  // is certified there, and the other has grown until then.
  sum.from = std::max(to_parent.from, to_parent.ToLocal(parent.from));
  sum.until = std::max(sum.from, std::min(to_parent.until, to_parent.ToLocal(parent.until)));
  if (std::isfinite(sum.from.count())) {
    // Conversion to the reference stretches an error in the parent's time: their rates may differ.
    sum.error = (1 + parent.drift_bound) * to_parent.ErrorAt(sum.from) +
                parent.ErrorAt(to_parent.ToReference(sum.from));
  } else {
    sum.error = to_parent.error + parent.error;
  }
  return sum;
}

}  // namespace colltune::measure
