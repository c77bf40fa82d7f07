#include "measure/methods/path.h"

#include <algorithm>
#include <set>

namespace colltune::measure {
namespace {

std::size_t Index(Rank rank) { return static_cast<std::size_t>(rank); }

bool IsSendTo(const Message& message, Rank to) {
  return message.side == Message::Side::kSend && message.peer == to;
}

std::vector<Rank> Receivers(std::span<const Message> messages) {
  std::vector<Rank> receivers;
  for (const Message& m : messages) {
    if (m.side == Message::Side::kSend) receivers.push_back(m.peer);
  }
  return receivers;
}

/// Returns the rounds of `schedule` up to the last one with a send to `last`.
Schedule UpTo(const Schedule& schedule, Rank last) {
  std::size_t end = schedule.rounds();
  const auto sends = [&](std::size_t round) {
    return std::ranges::any_of(schedule.round(round).messages,
                               [&](const Message& m) { return IsSendTo(m, last); });
  };
  while (end > 0 && !sends(end - 1)) --end;
  Schedule kept;
  for (std::size_t i = 0; i < end; ++i) {
    const Round round = schedule.round(i);
    for (const Message& m : round.messages) {
      m.side == Message::Side::kSend ? kept.Send(m.peer, schedule.PartsOf(m))
                                     : kept.Receive(m.peer, schedule.PartsOf(m));
    }
    if (i + 1 == end) break;  // the message does not wait for the steps after the last send
    for (const Step& step : round.steps) {
      step.kind == Step::Kind::kCopy ? kept.Copy(step.from, step.into)
                                     : kept.Reduce(step.from, step.into);
    }
    kept.NextRound();
  }
  return kept;
}

}  // namespace

std::vector<Rank> PathTo(std::span<const Schedule> schedules, Rank root, Rank destination) {
  std::vector<Rank> path = {destination};
  while (path.back() != root) {
    std::set<Rank> senders;
    for (const Message& m : schedules[Index(path.back())].messages()) {
      if (m.side == Message::Side::kReceive) senders.insert(m.peer);
    }
    if (senders.size() != 1) return {};
    path.push_back(*senders.begin());
  }
  std::ranges::reverse(path);
  return path;
}

std::vector<Schedule> CutBehind(std::span<const Schedule> schedules, std::span<const Rank> path) {
  std::vector<Schedule> cut(schedules.begin(), schedules.end());
  std::vector<Rank> robbed;  // ranks whose incoming message was cut, so that they send nothing
  for (std::size_t step = 0; step + 1 < path.size(); ++step) {
    Schedule& schedule = cut[Index(path[step])];
    const Schedule kept = UpTo(schedule, path[step + 1]);
    const auto lost = Receivers(schedule.messages().subspan(kept.messages().size()));
    robbed.insert(robbed.end(), lost.begin(), lost.end());
    schedule = kept;
  }
  while (!robbed.empty()) {
    Schedule& schedule = cut[Index(robbed.back())];
    robbed.pop_back();
    const auto lost = Receivers(schedule.messages());
    robbed.insert(robbed.end(), lost.begin(), lost.end());
    schedule = Schedule();
  }
  return cut;
}

bool WaitsForOthers(std::span<const Schedule> cut, std::span<const Rank> path) {
  for (std::size_t step = 0; step + 1 < path.size(); ++step) {
    const Schedule& schedule = cut[Index(path[step])];
    if (Receivers(schedule.round(schedule.rounds() - 1).messages).size() > 1) return true;
  }
  return false;
}

}  // namespace colltune::measure
