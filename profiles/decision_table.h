// Decisions: the choice for each collective call, with the measurements behind it.
#ifndef COLLTUNE_PROFILES_DECISION_TABLE_H_
#define COLLTUNE_PROFILES_DECISION_TABLE_H_

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "algorithms/choice_id.h"
#include "algorithms/collective.h"
#include "algorithms/shape.h"
#include "algorithms/units.h"
#include "profiles/placement.h"

namespace colltune {

/// One candidate at one measured size. A candidate that the model ruled out has no samples and
/// only a prediction.
struct Candidate {
  ChoiceId choice;
  int samples = 0;
  Seconds median{};  ///< of the samples, as are the bounds of its confidence interval
  Seconds low{};
  Seconds high{};
  std::optional<Seconds> predicted;
  /// Median in another run, which replicated the decision; only the confirmed choice and the
  /// library have one.
  std::optional<Seconds> replicated_median = std::nullopt;
  /// Reason why the candidate has no samples: "error on rank 2: ..."; empty where it did not fail.
  /// Set in trial results only: in a profile Evidence::reason tells it.
  std::string failed = {};

  friend bool operator==(const Candidate&, const Candidate&) = default;
};

/// Everything known about one measured size: the candidates, the measured ones first, fastest
/// first; and the reason for the decision, in a sentence.
struct Evidence {
  Bytes bytes;
  std::vector<Candidate> candidates;
  std::string reason;

  const Candidate* Find(ChoiceId choice) const;
  friend bool operator==(const Evidence&, const Evidence&) = default;
};

/// Messages of first .. last bytes, both included, use `choice`.
struct Rule {
  Bytes first;
  Bytes last;
  ChoiceId choice;
  std::vector<Evidence> evidence;  ///< by rising size, each within [first, last]

  friend bool operator==(const Rule&, const Rule&) = default;
};

/// Ranks first .. last of a communicator, both included.
struct Roots {
  Rank first = 0;
  Rank last = 0;

  bool Contain(Rank rank) const { return first <= rank && rank <= last; }
  friend auto operator<=>(const Roots&, const Roots&) = default;
};

/// The rules for communicators of `ranks` processes, at most `ranks_per_node` of them on one node,
/// in the given `placement`. The row is for the given `roots`; without them, for all roots that no
/// other row of these communicators names. The rules are sorted and do not overlap; a size between
/// two rules goes to the library.
struct Row {
  Collective collective = Collective::kBcast;
  int ranks = 0;
  int ranks_per_node = 0;
  std::vector<Rule> rules;
  std::optional<Roots> roots = std::nullopt;
  Placement placement = {};

  /// Sort key of table rows; the row without named roots comes first.
  auto Key() const { return std::tuple(collective, ranks, ranks_per_node, placement, roots); }
  /// Key of the communicators that the row is for, whatever the root.
  auto Communicators() const { return std::tuple(collective, ranks, ranks_per_node, placement); }
  /// Returns the measured root among the roots of the row.
  Rank MeasuredRoot() const { return roots ? roots->first : 0; }
  const Rule* Find(Bytes bytes) const;
  friend bool operator==(const Row&, const Row&) = default;
};

/// All rows, sorted by collective, ranks, ranks per node, placement and roots. No combination comes
/// twice, and no two placements for the same ranks and ranks per node Overlap. A call without a row
/// goes to the library: colltune decides only where it measured.
struct DecisionTable {
  std::vector<Row> rows;

  /// Returns the row for a call, or nullptr. A row that names `root` goes before the row for all
  /// other roots. Without `placement`, the first placement that has such a row counts.
  const Row* Find(Collective collective, int ranks, int ranks_per_node, Rank root = 0,
                  const std::optional<Placement>& placement = std::nullopt) const;
  friend bool operator==(const DecisionTable&, const DecisionTable&) = default;
};

/// Tells whether the table has a choice that depends on the machine, or a row for a number of
/// sites.
bool NeedsMachine(const DecisionTable& table);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_DECISION_TABLE_H_
