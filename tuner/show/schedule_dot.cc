#include <fmt/format.h>

#include "tuner/show/schedule_formats.h"

namespace colltune::tune {
namespace {

std::string EdgesText(const ScheduleView& view, Rank rank, const Schedule& schedule) {
  std::string text;
  for (std::size_t i = 0; i < schedule.rounds(); ++i) {
    for (const Message& message : schedule.round(i).messages) {
      if (message.side != Message::Side::kSend) continue;
      const std::string payload = PayloadText(view, rank, schedule.PartsOf(message));
      text += fmt::format("  {} -> {} [label=\"{}:{}{} {} B\"];\n", rank, message.peer, i, payload,
                          payload.empty() ? "" : ",", SizeOf(view, message.block).count);
    }
  }
  return text;
}

}  // namespace

void WriteDot(const ScheduleView& view, const Sink& sink) {
  sink(fmt::format("digraph schedule {{\n  label=\"{}\";\n", Title(view)));
  // All nodes first: ranks without messages are shown, too, and in their order.
  for (Rank rank = 0; rank < view.shape.ranks; ++rank) sink(fmt::format("  {};\n", rank));
  for (Rank rank = 0; rank < view.shape.ranks; ++rank) {
    sink(EdgesText(view, rank, view.schedule(rank)));
  }
  sink("}\n");
}

}  // namespace colltune::tune
