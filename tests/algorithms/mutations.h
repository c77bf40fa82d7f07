// Faults that are planted in right schedules, for the verifier's mutation test.
#ifndef COLLTUNE_TESTS_ALGORITHMS_MUTATIONS_H_
#define COLLTUNE_TESTS_ALGORITHMS_MUTATIONS_H_

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/collective.h"
#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// A message with its parts.
struct OpenMessage {
  Message::Side side;
  Rank peer;
  std::vector<Block> parts;

  friend bool operator==(const OpenMessage&, const OpenMessage&) = default;
};

/// A schedule that can be changed.
struct OpenRound {
  std::vector<OpenMessage> messages;
  std::vector<Step> steps;

  friend bool operator==(const OpenRound&, const OpenRound&) = default;
};
using OpenSchedule = std::vector<OpenRound>;

OpenSchedule Open(const Schedule& schedule);
Schedule Close(const OpenSchedule& rounds);

/// The right schedules of all ranks, and the problem that they solve.
struct Problem {
  Collective collective;
  Shape shape;
  std::vector<OpenSchedule> ranks;
};

/// One change of the schedules of all ranks.
using Mutation = std::function<void(std::vector<OpenSchedule>& ranks)>;

/// A kind of fault, and each place where it can be planted. Mutations without any effect are left
/// out: exchanging two equal rounds, dropping a copy that is in place already, and the like.
struct MutationKind {
  std::string_view name;
  std::vector<Mutation> (*of)(const Problem&);
  /// Whether every such schedule is wrong. If not, a mutant may be right by chance: a message may
  /// be superfluous, or two rounds independent.
  bool always_wrong;
  bool of_reduce_steps = false;
};

std::span<const MutationKind> MutationKinds();

/// The one kind that is always wrong unless operands commute; for commuting operands it is always
/// right.
std::vector<Mutation> ExchangedOperands(const Problem& problem);

}  // namespace colltune

#endif  // COLLTUNE_TESTS_ALGORITHMS_MUTATIONS_H_
