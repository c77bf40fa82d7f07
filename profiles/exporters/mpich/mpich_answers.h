// Answers that MPICH 4.0.2 gets when a tree asks about a call.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ANSWERS_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ANSWERS_H_

#include <cstdint>
#include <optional>

#include "profiles/exporters/exporters.h"
#include "profiles/exporters/mpich/mpich_tree.h"

namespace colltune {

/// Returns the number of nodes that a communicator is on, all but the last of them full.
int NodesOf(const Call& call);

/// Assumes sums of doubles for reductions and bytes for all else, nothing in place, blocks of equal
/// size, and one thread.
class MpichAnswers {
 public:
  explicit MpichAnswers(const Call& call) : call_(call) {}

  std::int64_t Of(MpichSubject subject) const;

  /// Tells whether a condition holds; early is when a communicator is made, late in each call.
  bool Hold(const MpichCondition& condition, bool is_early) const;

  /// Returns the first size at which the condition is answered otherwise than for smaller ones.
  std::optional<Bytes> BorderOf(const MpichCondition& condition) const;

 private:
  std::int64_t ElementSize() const;
  /// Returns by how much a count grows when each block grows by one element.
  std::int64_t CountsPerBlock() const;

  Call call_;
};

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ANSWERS_H_
