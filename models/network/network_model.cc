#include "models/network/network_model.h"

#include <array>
#include <cstddef>

namespace colltune::models {

std::string_view InWords(measure::Experiment experiment) {
  // Names in the order of the enum.
  constexpr std::array<std::string_view, 14> kNames = {
      "round trip",   "flood",          "delayed flood",
      "late receive", "one to many",    "one to many, the last answers",
      "send call",    "send overlap",   "receive overlap",
      "many to one",  "pairs at once",  "streams at once",
      "local copy",   "local reduction"};
  return kNames[static_cast<std::size_t>(experiment)];
}

}  // namespace colltune::models
