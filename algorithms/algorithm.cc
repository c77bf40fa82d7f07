#include "algorithms/algorithm.h"

#include <fmt/format.h>

#include <algorithm>

namespace colltune {
namespace {

std::string Declines(const Limit& limit, const Shape& shape, const Parameters& parameters) {
  return limit.met(shape, parameters) ? "" : fmt::format("needs {}", limit.needs);
}

}  // namespace

Choice StandardChoice(const Algorithm& algorithm) {
  Choice choice{.algorithm = &algorithm};
  for (const Parameter& p : algorithm.parameters) choice.parameters.*p.value = p.standard;
  return choice;
}

std::string Declines(const Choice& choice, const Shape& shape) {
  std::string reason;
  if (choice.HasSchedule()) {
    for (const Limit& limit : choice.algorithm->limits) {
      if (reason.empty()) reason = Declines(limit, shape, choice.parameters);
    }
  }
  return reason;
}

bool NeedsPlaces(const Choice& choice) {
  return choice.HasSchedule() && std::ranges::find(choice.algorithm->limits, kKnownPlaces.needs,
                                                   &Limit::needs) != choice.algorithm->limits.end();
}

Shape ScheduleShape(const Algorithm& algorithm, const Shape& problem) {
  Shape shape = problem;
  if (algorithm.divides || problem.elements == 0) return shape;
  shape.element = Bytes{problem.elements * problem.element.count};
  shape.elements = 1;
  return shape;
}

std::vector<Schedule> BuildAll(const Choice& choice, const Shape& shape) {
  std::vector<Schedule> all;
  all.reserve(static_cast<std::size_t>(shape.ranks));
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    all.push_back(choice.algorithm->build(shape, rank, choice.parameters));
  }
  return all;
}

}  // namespace colltune
