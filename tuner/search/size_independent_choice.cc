#include "tuner/search/size_independent_choice.h"

#include <cmath>

#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

const Candidate* Find(const std::map<ChoiceId, Candidate>& point, ChoiceId choice) {
  const auto found = point.find(choice);
  return found == point.end() || found->second.samples == 0 ? nullptr : &found->second;
}

}  // namespace

std::optional<double> GainAtAllSizes(const CandidatesBySize& measured, ChoiceId choice) {
  double sum = 0;
  for (const auto& [bytes, point] : measured) {
    const Candidate* mine = Find(point, choice);
    const Candidate* library = Find(point, kLibrary);
    if (mine == nullptr || library == nullptr || mine->low > library->high) return std::nullopt;
    sum += std::log(library->median / mine->median);
  }
  return sum / static_cast<double>(measured.size());
}

double LogGain(double saved_share) { return -std::log(1 - saved_share); }

}  // namespace colltune::tune
