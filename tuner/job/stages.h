// Stages of the ranks: which of a trial's choices each one performs. The choice is to blame
// where no answer comes.
#ifndef COLLTUNE_TUNER_JOB_STAGES_H_
#define COLLTUNE_TUNER_JOB_STAGES_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>

#include "algorithms/mpi/built_for.h"
#include "algorithms/shape.h"

namespace colltune::tune {

class Job;

/// Board with the stage of each rank. In the simulator all ranks are in one process, and rank 0
/// sees all stages. Elsewhere a rank sees its own stage alone, so ranks must be kept in step.
class Stages {
 public:
  /// Stage of a rank that performs no choice, or all choices in turns.
  static constexpr int kNone = 1 << 30;

  /// Collective over the job.
  explicit Stages(const Job& job);

  /// Records that this rank begins to perform `choice`, as do all ranks in step with this one.
  void Enter(int choice) const { board_[self_].store(choice, std::memory_order_relaxed); }
  /// Records the same where ranks may be several choices ahead of others: kNone outside the
  /// simulator.
  void EnterApart(int choice) const { Enter(kSeesAll ? choice : kNone); }

  /// Returns the least stage of `members`; outside the simulator the stage of this rank. May be
  /// called on any thread.
  int Least(std::span<const Rank> members) const;

 private:
  using Stage = std::atomic<int>;
  static constexpr bool kSeesAll = kBuiltFor.library.simulates;

  std::unique_ptr<Stage[]> owned_;  // of all ranks in the simulator, where rank 0 owns them
  Stage* board_ = nullptr;
  std::size_t self_ = 0;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_STAGES_H_
