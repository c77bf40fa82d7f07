#include "algorithms/native/native.h"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "algorithms/mpi/threads.h"
#include "algorithms/registry.h"

namespace colltune {

std::span<const NativeAlgorithm> NativeAlgorithms(Collective collective) {
  const NativeVariable* const variable = FindNativeVariable(collective);
  if (variable == nullptr) return {};
  return variable->algorithms();
}

std::vector<Choice> NativeChoices(Collective collective) {
  std::vector<Choice> choices;
  for (const NativeAlgorithm& one : NativeAlgorithms(collective)) {
    choices.push_back({.native = one.name});
  }
  return choices;
}

const NativeAlgorithm& FindNative(Collective collective, std::string_view name) {
  std::string known;
  for (const NativeAlgorithm& one : NativeAlgorithms(collective)) {
    if (one.name == name) return one;
    known += fmt::format("{}{}{}", known.empty() ? "" : ", ", kNativePrefix, one.name);
  }
  throw std::invalid_argument(
      fmt::format("this MPI library lists no algorithm '{}' for {}; known are {}", name,
                  ToText(collective), known.empty() ? "none" : known));
}

NativeSelector::NativeSelector(Collective collective, std::string_view name)
    : variable_(FindNativeVariable(collective)), value_(FindNative(collective, name).value) {
  if (ThreadsMayCallTogether()) {
    throw std::invalid_argument(
        fmt::format("{}{} of {} cannot be selected in a program of MPI_THREAD_MULTIPLE: it would "
                    "hold for the calls of all threads",
                    kNativePrefix, name, ToText(collective)));
  }
}

}  // namespace colltune
