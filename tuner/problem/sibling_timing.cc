#include "tuner/problem/sibling_timing.h"

#include <fmt/format.h>

namespace colltune::tune {

std::string SiblingText(SiblingTiming timing) {
  return fmt::format("; siblings {}", kSiblingTimingNames[static_cast<std::size_t>(timing)]);
}

std::optional<SiblingTiming> SiblingTimingOf(const Provenance& provenance) {
  for (const SiblingTiming timing : {SiblingTiming::kTogether, SiblingTiming::kAlone}) {
    if (provenance.job.ends_with(SiblingText(timing))) return timing;
  }
  return std::nullopt;
}

}  // namespace colltune::tune
