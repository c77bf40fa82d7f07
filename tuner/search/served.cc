#include "tuner/search/served.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "tuner/search/size_independent_choice.h"

namespace colltune::tune {
namespace {

/// Number of roots of a group that are looked at: predictions take time.
constexpr std::size_t kRoots = 4;

/// Returns up to kRoots roots of the group that `problem` measures, from the first to the last.
std::vector<Rank> RootsOf(const SearchSpace& space, const Problem& problem) {
  const std::vector<RootGroup> groups = space.GroupsOf(problem.collective, problem.layout);
  const auto own = std::ranges::find(groups, problem.root, &RootGroup::measured);
  const RootSet roots = space.RootsOf(problem.collective, problem.layout,
                                      own == groups.end() ? RootSet() : own->roots);
  std::vector<Rank> all;
  for (const Roots& range : roots) {
    for (Rank root = range.first; root <= range.last; ++root) all.push_back(root);
  }
  if (all.size() <= kRoots) return all;
  std::vector<Rank> some;
  for (std::size_t i = 0; i < kRoots; ++i) some.push_back(all[i * (all.size() - 1) / (kRoots - 1)]);
  return some;
}

}  // namespace

std::vector<Problem> ServedBy(const SearchSpace& space, const Problem& problem) {
  const std::vector<Rank> roots = RootsOf(space, problem);
  std::vector<Layout> layouts = {problem.layout};
  const auto alike = space.alike.find(problem.layout);
  if (alike != space.alike.end()) layouts = alike->second;
  std::vector<Problem> served;
  for (std::size_t i = 0; i < std::max(roots.size(), layouts.size()); ++i) {
    const Problem other{problem.collective, layouts[i % layouts.size()], problem.bytes,
                        roots[i % roots.size()]};
    if (other != problem) served.push_back(other);
  }
  return served;
}

ChoiceId SuitsAll(const Measurements& measurements, const Problem& problem,
                  std::span<const Problem> served, std::vector<Contender> contenders) {
  const Surface& surface = measurements.SurfaceOf(problem.collective);
  const double margin = LogGain(measurements.rule().margin);
  const Contender library = *std::ranges::find(contenders, kLibrary, &Contender::choice);
  const std::vector<LogRatio> of_library = surface.Growths(kLibrary, problem, served);
  std::ranges::sort(contenders, {}, &Contender::mean);
  ChoiceId best = kLibrary;
  double least = std::numeric_limits<double>::infinity();
  for (const Contender& contender : contenders) {
    const double saving = library.mean - contender.mean;
    // Predicted times of another choice hardly ever fall so far that it would still be the best.
    if (contender.mean >= least) break;
    if (contender.choice == kLibrary || saving <= margin + contender.within) continue;
    const std::vector<LogRatio> growths = surface.Growths(contender.choice, problem, served);
    double grown = 0;
    double saved = saving;
    bool is_slower = false;
    for (std::size_t i = 0; i < served.size(); ++i) {
      const double saving_there = saving + of_library[i] - growths[i];
      is_slower = is_slower || (served[i].layout == problem.layout && saving_there < -margin);
      saved += saving_there;
      grown += growths[i];
    }
    const auto count = static_cast<double>(served.size() + 1);
    const double mean = contender.mean + grown / count;
    if (is_slower || saved / count <= margin + contender.within || mean >= least) continue;
    least = mean;
    best = contender.choice;
  }
  return best;
}

}  // namespace colltune::tune
