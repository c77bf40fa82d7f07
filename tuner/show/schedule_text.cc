#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "tuner/show/schedule_formats.h"

namespace colltune::tune {
namespace {

std::string MessageText(const Message& message) {
  return fmt::format("{} {}", message.side == Message::Side::kSend ? "to" : "from", message.peer);
}

std::string StepText(const ScheduleView& view, Rank rank, const Step& step) {
  const std::string from = BlockText(view, rank, step.from);
  const std::string into = BlockText(view, rank, step.into);
  if (step.kind == Step::Kind::kCopy) return fmt::format("{} = {}", into, from);
  return fmt::format("{} = {} op {}", into, from, into);
}

std::string RankText(const ScheduleView& view, Rank rank, const Schedule& schedule) {
  std::string text = fmt::format("rank {}:", rank);
  if (schedule.rounds() == 0) text += " nothing to do";
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    const Round round = schedule.round(i);
    if (i > 0) text += " |";
    const char* separator = " ";
    for (const Message& message : round.messages) {
      text += separator + MessageText(message) + PayloadText(view, rank, schedule.PartsOf(message));
      separator = ", ";
    }
    for (const Step& step : round.steps) {
      text += separator + StepText(view, rank, step);
      separator = ", ";
    }
  }
  return text + "\n";
}

/// "152 B", "1.2K", "3.4M".
std::string MemoryText(Bytes bytes) {
  constexpr std::array<char, 3> kSuffixes = {'K', 'M', 'G'};
  constexpr double kFactor = 1024;
  auto value = static_cast<double>(bytes.count);
  if (value < kFactor) return fmt::format("{} B", bytes.count);
  std::size_t suffix = 0;
  for (value /= kFactor; value >= kFactor && suffix + 1 < kSuffixes.size(); ++suffix) {
    value /= kFactor;
  }
  return fmt::format("{:.1f}{}", value, kSuffixes[suffix]);
}

}  // namespace

void WriteText(const ScheduleView& view, const Sink& sink) {
  sink(Title(view) + "\n");
  Bytes most;
  Bytes all;
  for (Rank rank = 0; rank < view.shape.ranks; ++rank) {
    const Schedule schedule = view.schedule(rank);
    sink(RankText(view, rank, schedule));
    most = std::max(most, schedule.memory());
    all.count += schedule.memory().count;
  }
  sink(
      fmt::format("schedule: at most {} per rank, {} in all\n", MemoryText(most), MemoryText(all)));
}

}  // namespace colltune::tune
