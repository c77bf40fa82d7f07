#include "tuner/one_for_all.h"

#include <cmath>
#include <optional>

#include "algorithms/registry.h"

namespace colltune {
namespace {

std::optional<LogRatio> GainAtAllSizes(const Line& line, const std::string& choice) {
  double sum = 0;
  for (const auto& [bytes, point] : line.measured()) {
    const Candidate* mine = line.Find(bytes, choice);
    const Candidate* library = line.Find(bytes, std::string(kLibrary));
    if (mine == nullptr || library == nullptr || mine->low > library->high) return std::nullopt;
    sum += std::log(library->median / mine->median);
  }
  return sum / static_cast<double>(line.measured().size());
}

}  // namespace

OneForAll BestForAllSizes(const Line& line, double margin) {
  OneForAll best{std::string(kLibrary), -std::log(1 - margin)};
  if (line.measured().empty()) return best;
  for (const auto& [name, candidate] : line.measured().begin()->second) {
    const auto gain = GainAtAllSizes(line, name);
    if (gain && *gain > best.gain) best = {name, *gain};
  }
  return best;
}

}  // namespace colltune
