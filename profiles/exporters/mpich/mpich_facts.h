// Facts about the calls that reach a place of a tree.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_FACTS_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_FACTS_H_

#include <array>
#include <cstdint>
#include <limits>

#include "profiles/exporters/mpich/mpich_algorithms.h"

namespace colltune {

class MpichFacts {
 public:
  /// Starts with all calls of a collective.
  MpichFacts(MpichRelease release, const MpichCollective& collective);

  /// Keeps the calls for which the condition holds, or fails where `holds` is false. Returns
  /// whether any call may be left. Conditions on sizes tell only whether there are data.
  bool Narrow(const MpichCondition& condition, bool holds);
  bool Narrow(MpichSubject subject, int value);

  /// Tell whether a subject must, or may, be `value`. Not for subjects that are numbers.
  bool MustBe(MpichSubject subject, int value) const;
  bool MayBe(MpichSubject subject, int value) const;

 private:
  using Set = std::uint8_t;  // possible values, as bits

  Set& Of(MpichSubject subject) { return values_[static_cast<std::size_t>(subject)]; }
  Set Of(MpichSubject subject) const { return values_[static_cast<std::size_t>(subject)]; }
  bool Keep(MpichSubject subject, int values);
  bool KeepRanks(int first, int last);

  bool Imply();

  MpichRelease release_;
  std::array<Set, static_cast<std::size_t>(MpichSubject::kRanks)> values_;
  int fewest_ranks_ = 1;
  int most_ranks_ = std::numeric_limits<int>::max();
};

/// Returns the tree for calls with these facts: without conditions that are certain to hold, or
/// certain to fail.
MpichLevel Specialised(const MpichLevel& level, const MpichFacts& facts);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_FACTS_H_
