#include "tuner/show/schedule_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace colltune::tune {

std::span<const ScheduleFormat> ScheduleFormats() {
  static constexpr std::array kFormats = {
      ScheduleFormat{"text", "a line for each rank", WriteText},
      ScheduleFormat{"dot", "a graph for Graphviz", WriteDot},
      ScheduleFormat{"goal", "the input of LogGOPSim's txt2bin", WriteGoal},
  };
  return kFormats;
}

const ScheduleFormat& ParseFormat(std::string_view name) {
  const auto formats = ScheduleFormats();
  const auto found = std::ranges::find(formats, name, &ScheduleFormat::name);
  if (found != formats.end()) return *found;
  std::string known;
  for (const ScheduleFormat& format : formats) {
    known += fmt::format("{}{}", known.empty() ? "" : ", ", format.name);
  }
  throw std::invalid_argument(fmt::format("unknown format '{}'; known are {}", name, known));
}

}  // namespace colltune::tune
