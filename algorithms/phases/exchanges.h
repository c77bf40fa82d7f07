// Personalised exchange: each rank has a different block for each other rank.
#ifndef COLLTUNE_ALGORITHMS_PHASES_EXCHANGES_H_
#define COLLTUNE_ALGORITHMS_PHASES_EXCHANGES_H_

#include <cstdint>
#include <vector>

#include "algorithms/phases/exchange_phases.h"
#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// Peers of a rank in one step of an exchange; the rank itself where it has nothing to do.
struct Partners {
  Rank to;
  Rank from;
};

/// Returns the peers of `self` in one step of a shifted exchange. Steps 1 .. n-1 together are an
/// exchange among n ranks. In step i each rank sends to the rank i above and receives from the rank
/// i below. So no rank gets two messages in a step.
constexpr Partners Shifted(Rank self, int step, int n) {
  return {Around(self, step, n), Around(self, -step, n)};
}

/// Returns the peers of `self` in one step of a mirrored exchange. Steps 0 .. n-1 together are an
/// exchange among n ranks. In step i two ranks are partners if their numbers add up to i modulo n.
/// So each rank sends to and receives from the same partner in a step, as an exchange in place
/// needs, for every n. In one of the n steps a rank would be its own partner.
constexpr Partners Mirrored(Rank self, int step, int n) {
  const Rank partner = Around(step, -self, n);
  return {partner, partner};
}

/// Adds a round in which `self` performs all of `steps` together. In place, an arriving block would
/// overwrite the block that is to be sent to the same rank. Arriving blocks then go through scratch
/// memory, where the element with the sender's number has the size of the sender's block.
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

/// Builds a whole exchange with at most `together` steps in a round. In the last round this rank
/// copies its block for itself.
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
