// Which roots need decisions of their own, on nodes or sites that are unlike.
#ifndef COLLTUNE_TUNER_SEARCH_SPLIT_ROOTS_H_
#define COLLTUNE_TUNER_SEARCH_SPLIT_ROOTS_H_

#include <map>
#include <string>
#include <vector>

#include "profiles/decision_table.h"
#include "tuner/search/line.h"

namespace colltune::tune {

using Choices = std::map<Bytes, std::string>;

/// A root has decisions of its own where others' lose more than this share of its time.
inline constexpr double kRootLoss = 0.03;

/// Roots that want the same.
struct RootGroup {
  RootSet roots;
  RootSet slower;     ///< those of them with which what is planned is slower than the library
  double saving = 0;  ///< share of the time that their own decisions save, summed over the roots
};

/// Roots for which what was decided with root 0 is expected to lose time: those together that what
/// suits the first of them suits as well. `planned` is what `line`, which was measured with root 0,
/// has decided, by size; `margin` is the share of the library's time that must be saved. `oracle`
/// is the line's.
std::vector<RootGroup> SplitRoots(const Line& line, const Choices& planned, double margin,
                                  const Oracle& oracle);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_SPLIT_ROOTS_H_
