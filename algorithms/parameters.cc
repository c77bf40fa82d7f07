#include "algorithms/parameters.h"

#include <cstddef>

namespace colltune {
namespace {

Parameter Named(std::string_view name, std::int64_t Parameters::*value,
                std::span<const std::string_view> names) {
  Parameter parameter{name, value, 0, 0, {}, names};
  for (std::size_t i = 0; i < names.size(); ++i) {
    parameter.tried.push_back(static_cast<std::int64_t>(i));
  }
  return parameter;
}

}  // namespace

Parameter Within(std::span<const std::string_view> names) {
  return Named("within", &Parameters::within, names);
}

Parameter Between(std::span<const std::string_view> names) {
  return Named("between", &Parameters::between, names);
}

}  // namespace colltune
