// Personalised exchange: each rank has another block for each other rank.
#ifndef COLLTUNE_ALGORITHMS_PHASES_EXCHANGES_H_
#define COLLTUNE_ALGORITHMS_PHASES_EXCHANGES_H_

#include <cstdint>
#include <vector>

#include "algorithms/phases/rings.h"
#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// Whom a rank serves in one step of an exchange; itself where it has nothing to do.
struct Partners {
  Rank to;
  Rank from;
};

/// Steps 1 .. n-1 together are an exchange among n ranks: in step i each rank sends to the one i
/// above and receives from the one i below, so that no rank gets two messages in a step.
constexpr Partners Shifted(Rank self, int step, int n) {
  return {Around(self, step, n), Around(self, -step, n)};
}

/// Steps 0 .. n-1 together are one too: in step i those ranks are partners whose numbers add up to
/// i modulo n. For every n a rank so gets from its partner when it sends to it, as is needed in
/// place. In one step of the n it would be its own partner.
constexpr Partners Mirrored(Rank self, int step, int n) {
  const Rank partner = Around(step, -self, n);
  return {partner, partner};
}

/// Adds a round in which `self` serves all of `steps` together. In place, what arrives would
/// overwrite what is to be sent to the same rank; it goes through scratch memory, where a block
/// finds an element of its size at its own number.
inline void AppendExchange(Schedule& schedule, bool in_place, Rank self,
                           const std::vector<Partners>& steps) {
  schedule.NextRound();
  for (const auto [to, from] : steps) {
    if (from != self) schedule.Receive(from, in_place ? Scratch(from, 1) : Output(from, 1));
  }
  for (const auto [to, from] : steps) {
    if (to != self) schedule.Send(to, Input(to, 1));
  }
  for (const auto [to, from] : steps) {
    if (in_place && from != self) schedule.Copy(Scratch(from, 1), Output(from, 1));
  }
}

/// A whole exchange with at most `together` steps in a round; in the last one this rank copies its
/// block for itself.
inline Schedule BoundedExchange(const Shape& shape, Rank self, std::int64_t together) {
  const int p = shape.ranks;
  Schedule schedule;
  std::vector<Partners> steps;
  for (int step = shape.in_place ? 0 : 1; step < p; ++step) {
    steps.push_back(shape.in_place ? Mirrored(self, step, p) : Shifted(self, step, p));
    if (static_cast<std::int64_t>(steps.size()) < together && step + 1 < p) continue;
    AppendExchange(schedule, shape.in_place, self, steps);
    steps.clear();
  }
  return schedule.Copy(Input(self, 1), Output(self, 1));
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_EXCHANGES_H_
