#include "tuner/problem/candidates.h"

#include <cstdint>
#include <utility>

#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

/// Returns the value of a parameter above which larger values make no difference.
std::int64_t Enough(const Parameter& parameter, const Shape& shape) {
  if (parameter.value == &Parameters::segment) return shape.elements * shape.element.count;
  if (parameter.value == &Parameters::k) return shape.ranks;
  if (parameter.value == &Parameters::bytes || parameter.value == &Parameters::padded ||
      !parameter.names.empty()) {
    return kMostParameter;  // each may be another tree, is another algorithm, or is for other sizes
  }
  return shape.ranks - 1;  // messages in flight: one for each other rank
}

/// Most segments of a message that are tried. A chain of p ranks is fastest with n segments, where
/// n is the square root of p times the message's time over a segment's overhead. That is 230 for
/// 4 MiB on 64 ranks at 1.25 GB/s and 4 us. On more ranks trees are faster than chains, and want
/// fewer segments.
constexpr std::int64_t kMostSegmentsTried = 256;

/// Returns the parameter's values that are worth comparing on this shape.
std::vector<std::int64_t> Values(const Parameter& parameter, const Shape& shape) {
  const std::int64_t enough = Enough(parameter, shape);
  const bool is_segment = parameter.value == &Parameters::segment;
  std::vector<std::int64_t> values;
  for (const std::int64_t value : parameter.tried) {
    if (is_segment && enough > kMostSegmentsTried * value) continue;
    // A segment that does not divide this block should not divide a slightly larger one.
    values.push_back(is_segment && value >= enough ? parameter.tried.back() : value);
    if (value >= enough) break;
  }
  return values;
}

std::vector<Choice> WithAllValues(const Algorithm& algorithm, const Shape& shape) {
  std::vector<Choice> choices = {StandardChoice(algorithm)};
  for (const Parameter& parameter : algorithm.parameters) {
    std::vector<Choice> next;
    for (const Choice& choice : choices) {
      for (const std::int64_t value : Values(parameter, shape)) {
        next.push_back(choice);
        next.back().parameters.*parameter.value = value;
      }
    }
    choices = std::move(next);
  }
  return choices;
}

}  // namespace

std::vector<Choice> CandidatesFor(Collective collective, const Shape& shape) {
  std::vector<Choice> candidates;
  for (const Algorithm& algorithm : Algorithms(collective)) {
    for (Choice& choice : WithAllValues(algorithm, shape)) {
      if (Declines(choice, shape).empty()) candidates.push_back(std::move(choice));
    }
  }
  return candidates;
}

}  // namespace colltune::tune
