// Decisions for more ranks than were measured: by a model that was corrected by what was measured,
// and as far as that bears it out. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_DECIDE_BEYOND_H_
#define COLLTUNE_TUNER_DECIDE_BEYOND_H_

#include <functional>

#include "profiles/decision_table.h"
#include "tuner/search/search.h"

namespace colltune::tune {

struct BeyondOptions {
  std::string model;  ///< the name of the one that predicts
  std::function<void(const Problem&)> beat = [](const Problem&) {};  ///< before each decision
};

/// The row of `layout`, of more ranks than the measured lines of `search` with equally many on each
/// node. What is expected rests on the two largest of those. The library is taken to be like the
/// one of ours that took about as long as it did on both. Predictions of the largest, as they are,
/// and corrected by the one before it, are held against what was measured there: which share of the
/// library's time the best choices take. The better of the two ways is gone on with. A choice is
/// made only where it is faster by the margin of the decisions even if such shares are as far off
/// again as they were about this size (nine in ten), and the likeness, too. Without rules where
/// there are no two such lines, and for collectives whose ranks do not know sizes.
///
/// `near` predicts for the layouts of the lines, `far` for `layout`.
Row RowBeyond(const Search& search, Collective collective, const Layout& layout, const Oracle& near,
              const Oracle& far, const BeyondOptions& options);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_BEYOND_H_
