// Simulation that ends at a time limit.
#ifndef COLLTUNE_MODELS_SIMULATOR_DEADLINE_H_
#define COLLTUNE_MODELS_SIMULATOR_DEADLINE_H_

#include <algorithm>
#include <optional>
#include <utility>

#include "models/simulator/simulation_engine.h"

namespace colltune::models {

struct TakesLonger {};

/// Ends the simulation, by throwing TakesLonger, when a rank is busy beyond the limit.
class Deadline : public NoRecorder {
 public:
  explicit Deadline(Seconds limit) : limit_(limit) {}

  void Note(Rank /*rank*/, const Activity& activity, MessageNumber /*message*/) const {
    if (activity.end > limit_) throw TakesLonger();
  }

 private:
  Seconds limit_;
};

/// Returns when the last rank of `source` ends, as Play has it; nothing if that is beyond the
/// limit.
template <typename Source>
std::optional<Seconds> PlayWithin(Source source, Bytes element, const Network& network,
                                  Seconds limit) {
  Deadline record(limit);
  try {
    return std::ranges::max(Play(std::move(source), element, network, record));
  } catch (const TakesLonger&) {
    return std::nullopt;
  }
}

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_DEADLINE_H_
