#include "tests/smpi/machines/random.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace colltune::machines {
namespace {

double Rounded(double value) { return std::strtod(fmt::format("{:.2e}", value).c_str(), nullptr); }

}  // namespace

double Random::Fraction() {
  // A double holds no more bits.
  constexpr int kBits = 53;
  return std::ldexp(static_cast<double>(engine_() >> (64 - kBits)), -kBits);
}

int Random::Integer(int least, int most) {
  return least + static_cast<int>(Fraction() * (most - least + 1));
}

double Random::LogUniform(double least, double most) {
  const double drawn = least * std::exp(Fraction() * std::log(most / least));
  return std::clamp(Rounded(drawn), least, most);
}

}  // namespace colltune::machines
