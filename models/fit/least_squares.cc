#include "models/fit/least_squares.h"

#include <Eigen/Dense>
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>
#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "models/fit/scalars.h"
#include "models/fit/sparse_least_squares.h"

namespace colltune::models {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;
using Decomposition = Eigen::ColPivHouseholderQR<MatrixXd>;

// Tolerance below which a column counts as a combination of the others: the length that is left
// once the others are taken out of it. Columns have length 1. Rounding leaves about 1e-16, and a
// column that really differs so little could not be told apart with any clock.
constexpr double kRankTolerance = 1e-10;

constexpr double kConfidence = 0.95;

/// System matrix * (scale .* parameters) = values, in which weights and scale are worked in.
/// Scaling makes rank a question of directions only: overheads have coefficients of 1, bytes of a
/// million.
struct System {
  Sparse matrix;
  VectorXd values;
  VectorXd scale;
};

System MakeSystem(std::span<const Equation> equations) {
  const auto rows = static_cast<Index>(equations.size());
  Index columns = 0;
  std::vector<Eigen::Triplet<double>> terms;
  VectorXd values(rows);
  VectorXd weights(rows);
  for (Index row = 0; row < rows; ++row) {
    const Equation& equation = equations[static_cast<std::size_t>(row)];
    assert(equation.weight > 0);
    for (const Term& term : equation.terms) {
      const auto column = static_cast<Index>(term.unknown);
      columns = std::max(columns, column + 1);
      terms.emplace_back(row, column, term.coefficient);
    }
    weights[row] = equation.weight;
    values[row] = equation.weight * equation.value;
  }
  Sparse matrix(rows, columns);
  matrix.setFromTriplets(terms.begin(), terms.end());
  matrix = weights.asDiagonal() * matrix;
  VectorXd scale(columns);
  for (Index j = 0; j < columns; ++j) {
    const double norm = matrix.col(j).norm();
    scale[j] = norm > 0 ? norm : 1;
  }
  matrix = matrix * scale.cwiseInverse().asDiagonal();
  return {matrix, std::move(values), std::move(scale)};
}

Decomposition Decompose(const MatrixXd& matrix) {
  Decomposition qr;
  qr.setThreshold(kRankTolerance);
  qr.compute(matrix);
  return qr;
}

/// Returns the parameters that differ between solutions: those with a part in the null space. With
/// the matrix times P = Q [R1 R2; 0 0], the columns of P [-R1^-1 R2; I] span the null space.
std::vector<std::size_t> Undetermined(const Decomposition& qr) {
  const Index rank = qr.rank();
  const Index free = qr.cols() - rank;
  MatrixXd null_space(qr.cols(), free);
  null_space.topRows(rank) = -qr.matrixR()
                                  .topLeftCorner(rank, rank)
                                  .triangularView<Eigen::Upper>()
                                  .solve(MatrixXd(qr.matrixR().topRightCorner(rank, free)));
  null_space.bottomRows(free).setIdentity();
  null_space = qr.colsPermutation() * null_space;

  std::vector<std::size_t> undetermined;
  for (Index j = 0; j < null_space.rows(); ++j) {
    if (null_space.row(j).norm() > kRankTolerance) {
      undetermined.push_back(static_cast<std::size_t>(j));
    }
  }
  return undetermined;
}

/// Returns the square roots of the diagonal of (A^T A)^-1 = P R^-1 R^-T P^T.
VectorXd InverseNorms(const Decomposition& qr) {
  const MatrixXd inverse =
      qr.colsPermutation() * qr.matrixR().topRows(qr.cols()).triangularView<Eigen::Upper>().solve(
                                 MatrixXd(MatrixXd::Identity(qr.cols(), qr.cols())));
  return inverse.rowwise().norm();
}

/// Returns the half widths of the confidence intervals of the scaled parameters: t(rows - columns)
/// * s * sqrt(diagonal of (A^T A)^-1).
VectorXd HalfWidths(Index freedom, double squared_residuals, const VectorXd& inverse_norms) {
  if (freedom <= 0) {
    return VectorXd::Constant(inverse_norms.size(), std::numeric_limits<double>::infinity());
  }
  const boost::math::students_t student(static_cast<double>(freedom));
  const double t = boost::math::quantile(complement(student, (1 - kConfidence) / 2));
  return t * std::sqrt(squared_residuals / static_cast<double>(freedom)) * inverse_norms;
}

/// Solves by the dense decomposition, which is exact, or by the sparse one, which is fast.
SparseSolution SolveColumns(const Sparse& matrix, const VectorXd& values) {
  constexpr Index kMostDense = 64;
  if (matrix.cols() > kMostDense) return SolveSparse(matrix, values);
  const Decomposition qr = Decompose(MatrixXd(matrix));
  if (qr.rank() < qr.cols()) return {Undetermined(qr), {}, {}};
  return {{}, qr.solve(values), InverseNorms(qr)};
}

Sparse ColumnsOf(const Sparse& matrix, const std::vector<Index>& kept) {
  std::vector<Eigen::Triplet<double>> terms;
  for (std::size_t j = 0; j < kept.size(); ++j) {
    for (Sparse::InnerIterator term(matrix, kept[j]); term; ++term) {
      terms.emplace_back(term.row(), static_cast<Index>(j), term.value());
    }
  }
  Sparse some(matrix.rows(), static_cast<Index>(kept.size()));
  some.setFromTriplets(terms.begin(), terms.end());
  return some;
}

/// Returns the solution with the parameters in `kept`, all others 0.
LeastSquares Solve(const System& system, const std::vector<Index>& kept) {
  LeastSquares result;
  VectorXd residuals = -system.values;
  result.parameters.resize(static_cast<std::size_t>(system.matrix.cols()), {.held_at_zero = true});
  if (!kept.empty()) {
    const Sparse matrix = ColumnsOf(system.matrix, kept);
    const SparseSolution solved = SolveColumns(matrix, system.values);
    if (!solved.undetermined.empty()) {
      for (const std::size_t j : solved.undetermined) {
        result.undetermined.push_back(static_cast<std::size_t>(kept[j]));
      }
      result.parameters.clear();
      return result;
    }
    residuals += matrix * solved.solution;
    const VectorXd half_widths =
        HalfWidths(matrix.rows() - matrix.cols(), residuals.squaredNorm(), solved.inverse_norms);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const auto at = static_cast<Index>(i);
      const double scale = system.scale[kept[i]];
      result.parameters[static_cast<std::size_t>(kept[i])] = {solved.solution[at] / scale,
                                                              half_widths[at] / scale};
    }
  }
  result.residuals.assign(residuals.begin(), residuals.end());
  return result;
}

LeastSquares SolveAll(const System& system) {
  std::vector<Index> all(static_cast<std::size_t>(system.matrix.cols()));
  for (std::size_t j = 0; j < all.size(); ++j) all[j] = static_cast<Index>(j);
  return Solve(system, all);
}

bool AnyNegative(const LeastSquares& solution) {
  for (const ParameterEstimate& parameter : solution.parameters) {
    if (parameter.value < 0) return true;
  }
  return false;
}

double SumOfSquares(const std::vector<double>& values) {
  return VectorXd::Map(values.data(), static_cast<Index>(values.size())).squaredNorm();
}

/// Returns the best of the solutions that hold some parameters at zero and are not negative. The
/// best point of all that are not negative is among these solutions: the point is also the plain
/// solution in its parameters that are above zero.
LeastSquares BestWithSomeHeld(const System& system) {
  const auto parameters = static_cast<std::size_t>(system.matrix.cols());
  std::optional<LeastSquares> best;
  for (std::size_t subset = 0; subset < (std::size_t{1} << parameters); ++subset) {
    std::vector<Index> kept;
    for (std::size_t j = 0; j < parameters; ++j) {
      if ((subset >> j & 1) != 0) kept.push_back(static_cast<Index>(j));
    }
    LeastSquares solution = Solve(system, kept);
    if (AnyNegative(solution)) continue;
    if (!best || SumOfSquares(solution.residuals) < SumOfSquares(best->residuals)) {
      best = std::move(solution);
    }
  }
  return *best;  // at the latest the subset that keeps nothing
}

/// Returns the parameters that should change sides: kept ones that are negative, and held ones in
/// whose direction the sum of squares still falls.
std::vector<Index> WrongSide(const System& system, const LeastSquares& solution,
                             const std::vector<bool>& is_kept) {
  constexpr double kRounding = 1e-12;
  const VectorXd residuals =
      VectorXd::Map(solution.residuals.data(), static_cast<Index>(solution.residuals.size()));
  const VectorXd falls = -(system.matrix.transpose() * residuals);
  const double least = kRounding * system.values.norm();
  std::vector<Index> wrong;
  for (Index j = 0; j < falls.size(); ++j) {
    const auto at = static_cast<std::size_t>(j);
    const bool negative = is_kept[at] && solution.parameters[at].value * system.scale[j] < -least;
    if (negative || (!is_kept[at] && falls[j] > least)) wrong.push_back(j);
  }
  return wrong;
}

/// Active set by block pivoting: all parameters on the wrong side change, as long as that makes
/// them fewer. When their number has not fallen for three times, only the last of them changes,
/// which is sure to end. Portugal, Judice & Vicente, "A comparison of block pivoting and
/// interior-point algorithms for linear least squares problems with nonnegative variables"
/// (Mathematics of Computation 63, 1994); the idea is that of Lawson & Hanson, "Solving Least
/// Squares Problems" (1974), chapter 23.
LeastSquares BestByActiveSet(const System& system, LeastSquares solution) {
  constexpr int kPatience = 3;
  const auto columns = static_cast<std::size_t>(system.matrix.cols());
  std::vector<bool> is_kept(columns, true);
  std::size_t fewest = columns + 1;
  int patience = kPatience;
  for (;;) {
    std::vector<Index> wrong = WrongSide(system, solution, is_kept);
    if (wrong.empty()) break;
    if (wrong.size() < fewest) {
      fewest = wrong.size();
      patience = kPatience;
    } else if (patience > 0) {
      --patience;
    } else {
      wrong = {wrong.back()};
    }
    for (const Index j : wrong) is_kept[static_cast<std::size_t>(j)].flip();
    std::vector<Index> kept;
    for (std::size_t j = 0; j < columns; ++j) {
      if (is_kept[j]) kept.push_back(static_cast<Index>(j));
    }
    solution = Solve(system, kept);
  }
  // Removes negative values that rounding left.
  for (ParameterEstimate& parameter : solution.parameters)
    parameter.value = std::max(parameter.value, 0.0);
  return solution;
}

/// Returns the middle of the sorted absolute values.
double MiddleSize(std::vector<double> values) {
  for (double& value : values) value = std::abs(value);
  return MiddleOf(std::move(values));
}

}  // namespace

LeastSquares SolveLeastSquares(std::span<const Equation> equations) {
  return SolveAll(MakeSystem(equations));
}

std::vector<double> SolveLeastNorm(std::span<const Equation> equations) {
  constexpr double kPrecise = 1e-6;  // residual of the normal equations, as a share of A^T b
  const System system = MakeSystem(equations);
  // Starts at zero, and never leaves the span of the equations.
  Eigen::LeastSquaresConjugateGradient<Sparse, Eigen::IdentityPreconditioner> solver;
  solver.setTolerance(kPrecise);
  solver.compute(system.matrix);
  const VectorXd scaled = solver.solve(system.values);
  const VectorXd values = scaled.cwiseQuotient(system.scale);
  return {values.begin(), values.end()};
}

LeastSquares SolveNonNegativeLeastSquares(std::span<const Equation> equations) {
  const System system = MakeSystem(equations);
  LeastSquares plain = SolveAll(system);
  if (!AnyNegative(plain)) return plain;
  constexpr std::size_t kMostSubsets = 8;  // parameters
  LeastSquares best = plain.parameters.size() > kMostSubsets ? BestByActiveSet(system, plain)
                                                             : BestWithSomeHeld(system);
  // Widens intervals to those without holding: a held parameter is not known to be zero, and others
  // may go with it.
  for (std::size_t j = 0; j < best.parameters.size(); ++j) {
    double& half_width = best.parameters[j].half_width;
    half_width = std::max(half_width, plain.parameters[j].half_width);
  }
  return best;
}

LeastSquares SolveRobustLeastSquares(std::span<const Equation> equations) {
  constexpr double kHuber = 1.345;        // 95 % as good as squares where all is normal
  constexpr double kNormalHalf = 0.6745;  // half of a normal distribution lies within
  constexpr int kMostRounds = 50;
  constexpr double kSettled = 1e-6;  // change of a weight
  std::vector<Equation> weighted(equations.begin(), equations.end());
  std::vector<double> factors(equations.size(), 1);
  for (int round = 0;; ++round) {
    LeastSquares solution = SolveNonNegativeLeastSquares(weighted);
    if (!solution.undetermined.empty() || round == kMostRounds) return solution;
    std::vector<double> residuals = solution.residuals;
    for (std::size_t i = 0; i < residuals.size(); ++i) residuals[i] /= factors[i];
    const double bound = kHuber * MiddleSize(residuals) / kNormalHalf;
    if (bound == 0) return solution;
    double change = 0;
    for (std::size_t i = 0; i < residuals.size(); ++i) {
      // Weights apply to residuals, not to their squares.
      const double factor = std::sqrt(std::min(1.0, bound / std::abs(residuals[i])));
      change = std::max(change, std::abs(factor - factors[i]));
      factors[i] = factor;
      weighted[i].weight = equations[i].weight * factor;
    }
    if (change < kSettled) return solution;
  }
}

}  // namespace colltune::models
