#include "tuner/report/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

constexpr std::string_view kLibraryColour = "#888888";

/// Colours that are distinct also to red-green blind readers: Okabe & Ito, "Color Universal
/// Design", 2008, without their black.
constexpr std::array<std::string_view, 7> kColours = {"#E69F00", "#56B4E9", "#009E73", "#F0E442",
                                                      "#0072B2", "#D55E00", "#CC79A7"};

/// An algorithm, and the choices of it that differ in parameters.
struct Family {
  std::string name;
  std::vector<ChoiceId> choices;
};

/// "A", "B" ... "Z", "AA", "AB" ...
std::string Letters(std::size_t number) {
  constexpr std::size_t kLetters = 26;
  const std::string before = number < kLetters ? "" : Letters(number / kLetters - 1);
  return before + static_cast<char>('A' + number % kLetters);
}

std::vector<Family> FamiliesOf(const HeatMap& map) {
  std::vector<Family> algorithms;
  for (const MapRow& row : map.rows) {
    for (const Cell& cell : row.cells) {
      const ChoiceId choice = cell.Choice();
      const std::string name = AlgorithmName(map.collective, choice);
      auto found = std::ranges::find(algorithms, name, &Family::name);
      if (found == algorithms.end()) found = algorithms.insert(found, {name, {}});
      if (std::ranges::find(found->choices, choice) == found->choices.end()) {
        found->choices.push_back(choice);
      }
    }
  }
  return algorithms;
}

}  // namespace

std::string AlgorithmName(Collective collective, ChoiceId choice) {
  const Choice parsed = ParseChoice(collective, choice.text());
  return parsed.HasSchedule() ? std::string(parsed.algorithm->name) : std::string(choice.text());
}

std::vector<LegendEntry> LegendOf(const HeatMap& map) {
  std::vector<LegendEntry> legend;
  std::size_t number = 0;
  for (const Family& algorithm : FamiliesOf(map)) {
    if (algorithm.name == kLibrary.text()) {
      legend.insert(legend.begin(), {kLibrary, "lib", kLibraryColour});
      continue;
    }
    const std::string letters = Letters(number);
    const std::string_view colour = kColours[number % kColours.size()];
    ++number;
    const bool one = algorithm.choices.size() == 1;
    for (std::size_t i = 0; i < algorithm.choices.size(); ++i) {
      legend.push_back(
          {algorithm.choices[i], one ? letters : fmt::format("{}{}", letters, i + 1), colour});
    }
  }
  return legend;
}

const LegendEntry& EntryOf(const std::vector<LegendEntry>& legend, ChoiceId choice) {
  return *std::ranges::find(legend, choice, &LegendEntry::choice);
}

}  // namespace colltune::tune
