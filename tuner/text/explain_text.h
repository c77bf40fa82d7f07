// Why a rule chooses what it chooses, for people to read.
#ifndef COLLTUNE_TUNER_TEXT_EXPLAIN_TEXT_H_
#define COLLTUNE_TUNER_TEXT_EXPLAIN_TEXT_H_

#include <string>

#include "profiles/profile.h"

namespace colltune::tune {

/// Everything known about the decision of a row's rule at `bytes`, or at the measured size nearest
/// to it: each candidate and what became of it, the margin, and the probability of being wrong by
/// the confidence that `provenance` names. `root` is the call's, of a collective that has one, else
/// 0.
std::string ExplainText(const Row& row, const Rule& rule, Bytes bytes, Rank root,
                        const Provenance& provenance);

/// "bcast of 64 bytes on 4 ranks".
std::string CallText(Collective collective, Bytes bytes, int ranks);

/// Returns the text of `explain` for a call on `ranks` ranks that `row` is for: the above, or that
/// no rule covers it.
std::string ExplainCall(const Row& row, int ranks, Bytes bytes, Rank root,
                        const Provenance& provenance);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_TEXT_EXPLAIN_TEXT_H_
