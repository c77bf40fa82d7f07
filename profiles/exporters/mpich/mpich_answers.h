// What MPICH 4.0.2 finds when it asks about a call.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ANSWERS_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ANSWERS_H_

#include <cstdint>
#include <optional>

#include "profiles/exporters/exporters.h"
#include "profiles/exporters/mpich/mpich_tree.h"

namespace colltune {

/// How many nodes a communicator is on, all but the last of them full.
int NodesOf(const Call& call);

/// Of reductions sums of doubles, of all else bytes; none in place, all blocks of equal size, not
/// multithreaded.
class MpichAnswers {
 public:
  explicit MpichAnswers(const Call& call) : call_(call) {}

  std::int64_t Of(MpichSubject subject) const;

  /// Early is when a communicator is made, late in each call.
  bool Hold(const MpichCondition& condition, bool is_early) const;

  /// The first size for which the condition is answered otherwise than for smaller ones.
  std::optional<Bytes> BorderOf(const MpichCondition& condition) const;

 private:
  std::int64_t ElementSize() const;
  /// By how much a count grows when each block grows by one element.
  std::int64_t CountsPerBlock() const;

  Call call_;
};

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ANSWERS_H_
