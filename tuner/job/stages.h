// Which of a question's choices the ranks are performing: the one to blame where no answer comes.
#ifndef COLLTUNE_TUNER_JOB_STAGES_H_
#define COLLTUNE_TUNER_JOB_STAGES_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>

#include "algorithms/shape.h"

namespace colltune::tune {

class Job;

/// In the simulator all ranks are in one process, and rank 0 sees how far each has come. Elsewhere
/// it knows its own stage alone: there ranks have to be kept in step.
class Stages {
 public:
  /// No choice, or all of them in turns.
  static constexpr int kNone = 1 << 30;

  /// Collective over the job.
  explicit Stages(const Job& job);

  /// This rank begins to perform that choice, as do all others that it is in step with.
  void Enter(int choice) const { board_[self_].store(choice, std::memory_order_relaxed); }
  /// The same where ranks may be several choices ahead of others.
  void EnterApart(int choice) const { Enter(kSeesAll ? choice : kNone); }

  /// The least of those of `members` that this rank sees. On any thread.
  int Least(std::span<const Rank> members) const;

 private:
  using Stage = std::atomic<int>;
#ifdef COLLTUNE_SMPI
  static constexpr bool kSeesAll = true;
#else
  static constexpr bool kSeesAll = false;
#endif

  std::unique_ptr<Stage[]> owned_;  // in the simulator by rank 0, for all
  Stage* board_ = nullptr;
  std::size_t self_ = 0;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_STAGES_H_
