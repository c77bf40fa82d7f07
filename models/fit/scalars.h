// Numbers that all fits need: the middle of values, and the value at which a function is 0.
#ifndef COLLTUNE_MODELS_FIT_SCALARS_H_
#define COLLTUNE_MODELS_FIT_SCALARS_H_

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cstddef>
#include <vector>

namespace colltune::models {

/// Returns the middle of the values, the upper one of two. Requires one or more.
template <typename Value>
Value MiddleOf(std::vector<Value> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// Returns the argument between `low` and `high` at which `function` is 0, to 1e-9 of it, by
/// bisection. Requires that the function's signs differ at the two.
template <typename Function>
double RootOf(const Function& function, double low, double high) {
  constexpr int kDigits = 30;  // binary ones: 1e-9
  const auto [below, above] = boost::math::tools::bisect(
      function, low, high, boost::math::tools::eps_tolerance<double>(kDigits));
  return (below + above) / 2;
}

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FIT_SCALARS_H_
