#include "algorithms/algorithm.h"

#include <fmt/format.h>

namespace colltune {

Choice StandardChoice(const Algorithm& algorithm) {
  Choice choice{&algorithm, {}};
  for (const Parameter& p : algorithm.parameters) choice.parameters.*p.value = p.standard;
  return choice;
}

std::string Declines(const Choice& choice, const Shape& shape) {
  if (choice.IsLibrary()) return {};
  for (const Limit& limit : choice.algorithm->limits) {
    if (!limit.met(shape, choice.parameters)) return fmt::format("needs {}", limit.needs);
  }
  return {};
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
