// Random numbers that are the same with every compiler and C library.
#ifndef COLLTUNE_TESTS_SMPI_MACHINES_RANDOM_H_
#define COLLTUNE_TESTS_SMPI_MACHINES_RANDOM_H_

#include <cstdint>
#include <random>

namespace colltune::machines {

/// Draws from std::mt19937_64, whose numbers the standard gives. It leaves those of its
/// distributions to libraries; these here are ours.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Draws from [0, 1).
  double Fraction();

  /// Draws from [least, most].
  int Integer(int least, int most);

  /// Returns true in `share` of the draws.
  bool Chance(double share) { return Fraction() < share; }

  /// Draws from [least, most] by the logarithm, and rounds to three significant digits where the
  /// bounds allow: logarithms of two C libraries may differ in their last bit. Requires 0 < least.
  double LogUniform(double least, double most);

 private:
  std::mt19937_64 engine_;
};

}  // namespace colltune::machines

#endif  // COLLTUNE_TESTS_SMPI_MACHINES_RANDOM_H_
