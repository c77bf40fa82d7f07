#include "profiles/exporters/mpich/mpich_facts.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace colltune {
namespace {

using Subject = MpichSubject;

constexpr int kNo = 1;   // the set of 0 alone
constexpr int kYes = 2;  // the set of 1 alone

constexpr int SetOf(int value) { return 1 << value; }

}  // namespace

MpichFacts::MpichFacts(MpichRelease release, const MpichCollective& collective)
    : release_(release) {
  values_.fill(kNo | kYes);
  Of(Subject::kHierarchy) = SetOf(kFlat) | SetOf(kParent);
  if (TraitsOf(release).has_kinds) Of(Subject::kHierarchy) |= SetOf(kNode) | SetOf(kNodeRoots);
  if (!collective.has_intercommunicators) Of(Subject::kIntra) = kYes;
}

bool MpichFacts::Keep(Subject subject, int values) {
  Of(subject) = static_cast<Set>(Of(subject) & values);
  return Of(subject) != 0;
}

bool MpichFacts::KeepRanks(int first, int last) {
  fewest_ranks_ = std::max(fewest_ranks_, first);
  most_ranks_ = std::min(most_ranks_, last);
  if (fewest_ranks_ > most_ranks_) return false;
  const auto fewest = static_cast<unsigned>(fewest_ranks_);
  if (most_ranks_ <= 2) return Keep(Subject::kPowerOfTwo, kYes);
  if (fewest_ranks_ < most_ranks_) return true;
  return Keep(Subject::kPowerOfTwo, std::has_single_bit(fewest) ? kYes : kNo);
}

bool MpichFacts::Narrow(Subject subject, int value) {
  return Narrow({subject, MpichCondition::kEqual, value}, true);
}

bool MpichFacts::Narrow(const MpichCondition& condition, bool holds) {
  if (condition.test == MpichCondition::kAlways) return holds;
  if (condition.subject == Subject::kRanks) {
    // "<" counts as "<=" where it is asked late, so that the number between belongs to either side.
    const int bound = static_cast<int>(condition.value);
    const bool is_below = condition.test == MpichCondition::kBelow;
    return holds ? KeepRanks(1, bound) : KeepRanks(is_below ? bound : bound + 1, most_ranks_);
  }
  if (condition.subject == Subject::kAverage || condition.subject == Subject::kTotal) {
    const bool leaves_none = condition.value + (condition.test == MpichCondition::kAtMost) <= 1;
    if (holds && leaves_none) return Keep(Subject::kEmpty, kYes);
    return holds || Keep(Subject::kEmpty, kNo);
  }
  if (condition.subject > Subject::kRanks) return true;
  const int value = SetOf(static_cast<int>(condition.value));
  if (!Keep(condition.subject, holds ? value : ~value)) return false;
  return Imply();
}

/// Keeps the values that follow from others. Returns whether any are left.
bool MpichFacts::Imply() {
  // All operations of MPI's own are commutative.
  if (MustBe(Subject::kBuiltIn, 1) && !Keep(Subject::kCommutes, kYes)) return false;
  if (MustBe(Subject::kCommutes, 0) && !Keep(Subject::kBuiltIn, kNo)) return false;
  if (MustBe(Subject::kOneNode, 1)) {
    const bool has_kinds = TraitsOf(release_).has_kinds;
    const bool has_parts = has_kinds || fewest_ranks_ > 1;
    if (has_parts && !Keep(Subject::kHierarchy, SetOf(kParent))) return false;
    if (!has_kinds && !Keep(Subject::kConsecutive, kNo)) return false;
  }
  const bool has_nodes = MayBe(Subject::kHierarchy, kParent);
  return has_nodes || Keep(Subject::kConsecutive, kNo);
}

bool MpichFacts::MustBe(Subject subject, int value) const {
  return (Of(subject) & ~SetOf(value)) == 0;
}

bool MpichFacts::MayBe(Subject subject, int value) const {
  return (Of(subject) & SetOf(value)) != 0;
}

MpichLevel Specialised(const MpichLevel& level, const MpichFacts& facts) {
  MpichLevel left;
  MpichFacts rest = facts;
  for (const MpichNode& node : level) {
    if (node.IsOutcome()) return {node};
    MpichFacts within = rest;
    if (!within.Narrow(node.condition, true)) continue;
    MpichLevel below = Specialised(node.below, within);
    const bool is_certain = !rest.Narrow(node.condition, false);
    if (is_certain && left.empty()) return below;
    const bool is_rest = is_certain && WantsAnother(node.condition);
    left.push_back(is_rest ? MpichNode{"comm_size=any", {Subject::kRanks}, std::move(below)}
                           : MpichNode{node.key, node.condition, std::move(below)});
    if (is_certain) break;
  }
  return left;
}

}  // namespace colltune
