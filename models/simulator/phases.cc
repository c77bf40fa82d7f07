#include "models/simulator/phases.h"

#include <algorithm>
#include <cstddef>

namespace colltune::models {
namespace {

using Kind = Action::Kind;

/// Returns the rounds of all messages of a schedule, and then of all its steps.
std::vector<std::uint32_t> RoundsOf(const Schedule& schedule) {
  std::vector<std::uint32_t> of_messages;
  std::vector<std::uint32_t> of_steps;
  for (std::uint32_t i = 0; i < schedule.rounds(); ++i) {
    const Round round = schedule.round(i);
    of_messages.insert(of_messages.end(), round.messages.size(), i);
    of_steps.insert(of_steps.end(), round.steps.size(), i);
  }
  of_messages.insert(of_messages.end(), of_steps.begin(), of_steps.end());
  return of_messages;
}

}  // namespace

Phases::Phases(const Schedule& schedule, const Program& program) {
  const std::vector<std::uint32_t> rounds = RoundsOf(schedule);
  const auto round_of = [&](const Action& action) {
    return rounds[action.index + (action.kind == Kind::kPerform ? schedule.messages().size() : 0)];
  };
  Kind last = Kind::kPost;
  std::uint32_t round = 0;
  bool has_begun = false;
  for (const Action& action : program) {
    if (action.kind < last) Finish(round);
    if (!has_begun || action.kind < last || (last == Kind::kPost && action.kind != Kind::kPost)) {
      round = round_of(action);
    }
    has_begun = true;
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
  if (has_begun) Finish(round);
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

}  // namespace colltune::models
