#include "tuner/search/cost_curve.h"

namespace colltune::tune {

void CostCurve::Add(Bytes bytes, const std::vector<Candidate>& timings) {
  for (const Candidate& timing : timings) {
    if (!IsKnown(timing) || left_out_.contains(timing.choice)) continue;
    measured_[bytes][timing.choice] = timing;
  }
}

void CostCurve::LeaveOut(ChoiceId choice, const std::string& reason) {
  left_out_.emplace(choice, reason);
  for (auto& [bytes, point] : measured_) point.erase(choice);
}

const Candidate* CostCurve::Find(Bytes bytes, ChoiceId choice) const {
  const auto point = measured_.find(bytes);
  if (point == measured_.end()) return nullptr;
  const auto found = point->second.find(choice);
  return found == point->second.end() ? nullptr : &found->second;
}

}  // namespace colltune::tune
