#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>

#include "tuner/reproduce/figure.h"

namespace colltune::tune {

std::span<const Figure> DeSupinski1999Figures();   // desupinski1999.cc
std::span<const Figure> Lastovetsky2008Figures();  // lastovetsky2008.cc
std::span<const Figure> Hoefler2008Figures();      // hoefler2008.cc
std::span<const Figure> Bell2003Figures();         // bell2003.cc

namespace {

struct Paper {
  std::string_view prefix;  ///< of the names of its figures
  std::string_view citation;
  std::span<const Figure> (*figures)();
};

constexpr std::array<Paper, 4> kPapers = {{
    {"desupinski1999.", "de Supinski & Karonis 1999", DeSupinski1999Figures},
    {"lastovetsky2008.", "Lastovetsky, Rychkov & O'Flynn 2008", Lastovetsky2008Figures},
    {"hoefler2008.", "Hoefler, Schneider & Lumsdaine 2008", Hoefler2008Figures},
    {"bell2003.", "Bell et al. 2003", Bell2003Figures},
}};

constexpr std::array<ImpossibleFigure, 3> kImpossible = {{
    {"desupinski1999.fig1", "is a model's: colltune show bcast:binomial -n 16 --timeline"},
    {"bell2003.fig4", "compares supercomputers of the years 1990 to 2003"},
    {"bell2003.table1",
     "lists machines with SHMEM, E-registers, LAPI, GM and VIPL, which are not here"},
}};

std::vector<Figure> AllFigures() {
  std::vector<Figure> table;
  for (const Paper& paper : kPapers) {
    std::ranges::copy(paper.figures(), std::back_inserter(table));
  }
  return table;
}

}  // namespace

std::span<const Figure> Figures() {
  static const std::vector<Figure> table = AllFigures();
  return table;
}

std::span<const ImpossibleFigure> ImpossibleFigures() { return kImpossible; }

std::string_view PaperOf(std::string_view name) {
  const auto found = std::ranges::find_if(
      kPapers, [&](const Paper& paper) { return name.starts_with(paper.prefix); });
  return found == kPapers.end() ? "" : found->citation;
}

const Figure& FindFigure(std::string_view name) {
  const auto found = std::ranges::find(Figures(), name, &Figure::name);
  if (found != Figures().end()) return *found;
  const auto impossible = std::ranges::find(kImpossible, name, &ImpossibleFigure::name);
  if (impossible != kImpossible.end()) {
    throw std::invalid_argument(fmt::format("{} cannot be made: it {}", name, impossible->reason));
  }
  std::vector<std::string_view> known;
  for (const Figure& figure : Figures()) known.push_back(figure.name);
  throw std::invalid_argument(
      fmt::format("unknown figure '{}'; known are: all, {}", name, fmt::join(known, ", ")));
}

}  // namespace colltune::tune
