// Decisions: the choice for each collective call, with the measurements behind it.
#ifndef COLLTUNE_PROFILES_DECISION_TABLE_H_
#define COLLTUNE_PROFILES_DECISION_TABLE_H_

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "algorithms/choice_id.h"
#include "algorithms/collective.h"
#include "algorithms/shape.h"
#include "algorithms/units.h"
#include "profiles/placement.h"
#include "profiles/region.h"

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

/// A measured layout.
struct NodesAndRanks {
  int nodes = 0;
  int ranks_per_node = 0;
  std::optional<int> ranks = std::nullopt;  ///< none: nodes * ranks_per_node

  friend bool operator==(const NodesAndRanks&, const NodesAndRanks&) = default;
};

/// Origin of a rule for layouts between measured ones.
struct Interpolation {
  std::vector<NodesAndRanks> from;  ///< one or two measured layouts
  double within = 0;  ///< share by which the expected saving may be off: 0.12 means 12 %

  friend bool operator==(const Interpolation&, const Interpolation&) = default;
};

/// Messages of first .. last bytes, both included, use `choice`.
struct Rule {
  Bytes first;
  Bytes last;
  ChoiceId choice;
  std::vector<Evidence> evidence;  ///< by rising size, each within [first, last]
  std::optional<Interpolation> interpolated = std::nullopt;

  friend bool operator==(const Rule&, const Rule&) = default;
};

/// Ground of a rule.
enum class RuleKind : unsigned char {
  kMeasured,      ///< its evidence has samples
  kInterpolated,  ///< taken from measured layouts beside it
  kLeft,          ///< without samples, to the library: its evidence has the reason
};

/// Names in the order of the enum.
inline constexpr std::array<std::string_view, 3> kRuleKindNames = {"measured", "interpolated",
                                                                   "library"};
constexpr std::string_view ToText(RuleKind kind) {
  return kRuleKindNames[static_cast<std::size_t>(kind)];
}

RuleKind KindOf(const Rule& rule);

/// Ranks first .. last of a communicator, both included.
struct Roots {
  Rank first = 0;
  Rank last = 0;

  bool Contain(Rank rank) const { return first <= rank && rank <= last; }
  friend auto operator<=>(const Roots&, const Roots&) = default;
};

/// The rules for the communicators of a region, in the given `placement`. The row is for the given
/// `roots`; without them, for all roots that no other row of these communicators names. The rules
/// are sorted and do not overlap; a size between two rules goes to the library.
struct Row {
  Collective collective = Collective::kBcast;
  Region region;
  std::vector<Rule> rules;
  std::optional<Roots> roots = std::nullopt;
  Placement placement = {};

  /// Sort key of table rows; the row without named roots comes first.
  auto Key() const { return std::tuple(collective, region, placement, roots); }
  /// Key of the communicators that the row is for, whatever the root.
  auto Communicators() const { return std::tuple(collective, region, placement); }
  /// Returns the first root that the row names; 0 where it names none.
  Rank FirstRoot() const { return roots ? roots->first : 0; }
  const Rule* Find(Bytes bytes) const;
  friend bool operator==(const Row&, const Row&) = default;
};

/// All rows, sorted by Row::Key. No call has two rows: where the regions of two rows of a
/// collective overlap, their placements do not Overlap, and if they are equal the roots differ. A
/// call without a row goes to the library.
struct DecisionTable {
  std::vector<Row> rows;
  /// Layouts that the rows of each collective cover without a gap; none: not known.
  std::optional<Hull> hull = std::nullopt;

  /// Returns the row for a call, or nullptr. A row that names `root` goes before the row for all
  /// other roots. Without `placement`, the first placement that has such a row counts.
  const Row* Find(Collective collective, const CommunicatorSize& size, Rank root = 0,
                  const std::optional<Placement>& placement = std::nullopt) const;

  /// Returns the first root that the row, which is one of `rows`, decides for communicators of this
  /// size: another row may name root 0. Returns Row::FirstRoot where other rows name all roots.
  Rank RootOf(const Row& row, const CommunicatorSize& size) const;
  friend bool operator==(const DecisionTable&, const DecisionTable&) = default;
};

/// Tells whether the table has a choice that depends on the machine, or a row for a number of
/// sites.
bool NeedsMachine(const DecisionTable& table);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_DECISION_TABLE_H_
