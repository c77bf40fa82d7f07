// Phases of a rank's program, as the simulator performs them.
#ifndef COLLTUNE_MODELS_SIMULATOR_PHASES_H_
#define COLLTUNE_MODELS_SIMULATOR_PHASES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/program.h"
#include "algorithms/schedule.h"

namespace colltune::models {

/// A wait for a message: the earliest from, or to, the peer that was not waited for before.
struct Wait {
  Message::Side side;
  Rank peer;
};

/// Part of a program: receives that are posted, sends that are started, waits, and steps, in this
/// order. A round is a phase that waits for all of its messages.
struct Phase {
  std::span<const Message> messages;  ///< the receives and then the sends
  std::span<const Wait> waits;        ///< for receives, and then for sends
  std::span<const Step> steps;
};

/// A program, cut into the fewest phases.
class Phases {
 public:
  Phases() = default;
  /// Requires a program of `schedule`, or an empty one, which has no phases.
  Phases(const Schedule& schedule, const Program& program);

  bool empty() const { return ends_.empty(); }
  std::size_t size() const { return ends_.size(); }
  Phase operator[](std::size_t i) const;

  /// Returns the round of the first send, wait or step of a phase; of its first receive if it has
  /// none of these.
  std::uint32_t RoundOf(std::size_t i) const { return ends_[i].round; }

 private:
  struct End {
    std::size_t messages;
    std::size_t waits;
    std::size_t steps;
    std::uint32_t round;
  };

  void Finish(std::uint32_t round);

  std::vector<Message> messages_;
  std::vector<Wait> waits_;
  std::vector<Step> steps_;
  std::vector<End> ends_;
};

/// Return the number of phases of a rank, and each of them: those of its program, or the rounds of
/// its schedule where `phases` is empty.
std::size_t CountPhases(const Schedule& schedule, const Phases& phases);
Phase PhaseAt(const Schedule& schedule, const Phases& phases, std::size_t i);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_PHASES_H_
