// The simulation that keeps what each rank does.
#include <utility>

#include "models/simulation.h"

namespace colltune {
namespace {

/// Keeps what each rank does.
class Recorder {
 public:
  explicit Recorder(std::size_t ranks) : timelines_(ranks) {}

  void Note(std::size_t rank, Activity activity) {
    if (activity.begin < activity.end) timelines_[rank].push_back(activity);
  }

  std::vector<Timeline> Take() { return std::move(timelines_); }

 private:
  std::vector<Timeline> timelines_;
};

}  // namespace

std::vector<Timeline> Trace(std::span<const Schedule> schedules, Bytes element,
                            const Network& network) {
  Simulation<Recorder> simulation(schedules, element, network);
  simulation.Run();
  return simulation.record().Take();
}

}  // namespace colltune
