// Answers that MPICH gets when a tree asks about a call.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ANSWERS_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ANSWERS_H_

#include <cstdint>
#include <optional>

#include "profiles/exporters/exporters.h"
#include "profiles/exporters/mpich/mpich_tree.h"

namespace colltune {

/// Returns the call as a release takes it that knows no nodes: each rank on a node of its own. For
/// other releases returns the call unchanged.
Call AsSeenBy(MpichRelease release, Call call);

/// Returns the number of nodes that a communicator is on, all but the last of them full.
int NodesOf(const Call& call);

/// Assumes sums of doubles for reductions and bytes for all else, nothing in place, blocks of equal
/// size, and one thread.
class MpichAnswers {
 public:
  MpichAnswers(MpichRelease release, const Call& call)
      : release_(release), call_(AsSeenBy(release, call)) {}

  std::int64_t Of(MpichSubject subject) const;

  /// Tells whether a condition holds; early is when a communicator is made, late in each call.
  bool Hold(const MpichCondition& condition, bool is_early) const;

  /// Returns the first size at which the condition is answered otherwise than for smaller ones.
  std::optional<Bytes> BorderOf(const MpichCondition& condition) const;

 private:
  std::int64_t ElementSize() const;
  /// Returns by how much a count grows when each block grows by one element.
  std::int64_t CountsPerBlock() const;

  MpichRelease release_;
  Call call_;
};

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ANSWERS_H_
