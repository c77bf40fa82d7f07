// Simulation that records the activities of each rank.
#include <utility>

#include "models/simulator/simulation_engine.h"

namespace colltune::models {
namespace {

/// Records the activities of each rank.
class Recorder : public NoRecorder {
 public:
  explicit Recorder(std::size_t ranks) : timelines_(ranks) {}

  void Note(Rank rank, const Activity& activity, MessageNumber /*message*/) {
    if (activity.begin < activity.end) {
      timelines_[static_cast<std::size_t>(rank)].push_back(activity);
    }
  }

  std::vector<Timeline> Take() { return std::move(timelines_); }

 private:
  std::vector<Timeline> timelines_;
};

}  // namespace

std::vector<Timeline> Trace(std::span<const Schedule> schedules, Bytes element,
                            const Network& network, std::span<const Program> programs) {
  Recorder recorder(schedules.size());
  Play(WholeSchedules(schedules, programs), element, network, recorder);
  return recorder.Take();
}

}  // namespace colltune::models
