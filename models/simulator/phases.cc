#include "models/simulator/phases.h"

#include <algorithm>
#include <cstddef>

namespace colltune::models {
namespace {

using Kind = Action::Kind;

}  // namespace

Phases::Phases(const Schedule& schedule, const Program& program) {
  if (program.empty()) return;
  const RoundsOf round_of(schedule);
  messages_.reserve(schedule.messages().size());
  waits_.reserve(schedule.messages().size());
  steps_.reserve(schedule.steps().size());
  Kind last = Kind::kPost;
  std::uint32_t round = round_of(program.front());
  for (const Action& action : program) {
    if (action.kind < last) Finish(round);
    if (action.kind < last || (last == Kind::kPost && action.kind != Kind::kPost)) {
      round = round_of(action);
    }
    last = action.kind;
    switch (action.kind) {
      case Kind::kPost:
      case Kind::kStart:
        messages_.push_back(schedule.messages()[action.index]);
        break;
      case Kind::kWait: {
        const Message& message = schedule.messages()[action.index];
        waits_.push_back({message.side, message.peer});
        break;
      }
      case Kind::kPerform:
        steps_.push_back(schedule.steps()[action.index]);
        break;
    }
  }
  Finish(round);
}

void Phases::Finish(std::uint32_t round) {
  const std::size_t first = ends_.empty() ? 0 : ends_.back().waits;
  std::stable_partition(waits_.begin() + static_cast<std::ptrdiff_t>(first), waits_.end(),
                        [](const Wait& wait) { return wait.side == Message::Side::kReceive; });
  ends_.push_back({messages_.size(), waits_.size(), steps_.size(), round});
}

Phase Phases::operator[](std::size_t i) const {
  const End begin = i == 0 ? End{} : ends_[i - 1];
  const End& end = ends_[i];
  return {std::span(messages_).subspan(begin.messages, end.messages - begin.messages),
          std::span(waits_).subspan(begin.waits, end.waits - begin.waits),
          std::span(steps_).subspan(begin.steps, end.steps - begin.steps)};
}

std::size_t CountPhases(const Schedule& schedule, const Phases& phases) {
  return phases.empty() ? schedule.rounds() : phases.size();
}

Phase PhaseAt(const Schedule& schedule, const Phases& phases, std::size_t i) {
  if (!phases.empty()) return phases[i];
  const Round round = schedule.round(i);
  return {round.messages, {}, round.steps};
}

}  // namespace colltune::models
