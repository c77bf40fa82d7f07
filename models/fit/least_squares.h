// Weighted linear least squares: the parameters that come closest to a set of equations, and how
// well the equations determine them.
#ifndef COLLTUNE_MODELS_FIT_LEAST_SQUARES_H_
#define COLLTUNE_MODELS_FIT_LEAST_SQUARES_H_

#include <cstddef>
#include <span>
#include <vector>

namespace colltune::models {

/// Part of a sum: coefficient * the unknown of that index.
struct Term {
  std::size_t unknown = 0;
  double coefficient = 0;
};

/// The sum of the terms is `value`, as exactly as 1 / weight says: the weight is proportional to
/// 1 / (standard deviation of `value`). An unknown may be in several terms.
struct Equation {
  std::vector<Term> terms;
  double value = 0;
  double weight = 1;
};

/// A parameter's value and half the width of its 95 % confidence interval (Student's t; infinite
/// with as many equations as parameters, which leave nothing to judge by).
struct ParameterEstimate {
  double value = 0;
  double half_width = 0;
  bool held_at_zero = false;  ///< the value would be negative otherwise
};

struct LeastSquares {
  /// The parameters that the equations do not determine, whatever their values. When there are
  /// any, the rest of the result is empty.
  std::vector<std::size_t> undetermined;
  std::vector<ParameterEstimate> parameters;
  std::vector<double> residuals;  ///< weight * (sum of the terms - value), per equation
};

/// Minimises the sum of the squared residuals. The parameters are the unknowns up to the highest
/// one of all terms. Requires one or more equations, with one term or more in all; finite numbers
/// and weights above 0. May be called by any thread, as may the functions below.
LeastSquares SolveLeastSquares(std::span<const Equation> equations);

/// Returns the parameters that minimise the same sum; of several solutions about the one with the
/// least parameters, by their squares times those of their columns' lengths. Fast with thousands of
/// unknowns, as nothing is decomposed: Paige & Saunders, "LSQR" (ACM Transactions on Mathematical
/// Software 8, 1982), in the form of conjugate gradients.
std::vector<double> SolveLeastNorm(std::span<const Equation> equations);

/// Minimises the same sum among parameters that are not negative. If a parameter is held at zero,
/// the others are as if it did not exist. But no half width is smaller than when nothing is held.
/// Up to 8 parameters the equations may be solved 2^p times; beyond, an active set finds the
/// parameters to hold. Tens of thousands of equations in thousands of parameters take seconds, if
/// each has a few parameters only.
LeastSquares SolveNonNegativeLeastSquares(std::span<const Equation> equations);

/// Minimises as SolveNonNegativeLeastSquares, but equations that are far off count less: beyond
/// 1.345 standard deviations by their distance, not by its square. The standard deviation is
/// estimated from the median of the absolute residuals. Intervals are those of the last round of
/// weights, and a little narrow. Source: P. J. Huber, "Robust Estimation of a Location Parameter"
/// (Annals of Mathematical Statistics 35, 1964); reweighted as in Holland & Welsch, "Robust
/// regression using iteratively reweighted least-squares" (Communications in Statistics A6, 1977),
/// the source of the constant.
LeastSquares SolveRobustLeastSquares(std::span<const Equation> equations);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FIT_LEAST_SQUARES_H_
