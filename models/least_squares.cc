#include "models/least_squares.h"

#include <Eigen/Dense>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

namespace colltune {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Decomposition = Eigen::ColPivHouseholderQR<MatrixXd>;

// Columns have length 1. A column of which less than this is left, once the others are taken out
// of it, is taken for a combination of them: rounding leaves about 1e-16, and a column that
// really differs so little could not be told apart with any clock.
constexpr double kRankTolerance = 1e-10;

constexpr double kConfidence = 0.95;

/// matrix * (scale .* parameters) = values: weights and scale are worked in. Scaling makes rank a
/// question of directions only: overheads have coefficients of 1, bytes of a million.
struct System {
  MatrixXd matrix;
  VectorXd values;
  VectorXd scale;
};

System MakeSystem(std::span<const Equation> equations) {
  const auto rows = static_cast<Index>(equations.size());
  const auto columns = static_cast<Index>(equations.front().coefficients.size());
  System system{MatrixXd(rows, columns), VectorXd(rows), VectorXd(columns)};
  for (Index row = 0; row < rows; ++row) {
    const Equation& equation = equations[static_cast<std::size_t>(row)];
    assert(static_cast<Index>(equation.coefficients.size()) == columns);
    assert(equation.weight > 0);
    system.matrix.row(row) =
        equation.weight * VectorXd::Map(equation.coefficients.data(), columns).transpose();
    system.values[row] = equation.weight * equation.value;
  }
  system.scale = system.matrix.colwise().norm();
  system.scale = (system.scale.array() > 0).select(system.scale, 1.0);
  system.matrix = system.matrix * system.scale.cwiseInverse().asDiagonal();
  return system;
}

Decomposition Decompose(const MatrixXd& matrix) {
  Decomposition qr;
  qr.setThreshold(kRankTolerance);
  qr.compute(matrix);
  return qr;
}

/// Parameters that differ between solutions: those with a part in the null space. With the matrix
/// times P = Q [R1 R2; 0 0], the columns of P [-R1^-1 R2; I] span it.
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

/// Half widths of the confidence intervals of the scaled parameters:
/// t(rows - columns) * s * sqrt(diagonal of (A^T A)^-1), and (A^T A)^-1 = P R^-1 R^-T P^T.
VectorXd HalfWidths(const Decomposition& qr, double squared_residuals) {
  const Index freedom = qr.rows() - qr.cols();
  if (freedom == 0) {
    return VectorXd::Constant(qr.cols(), std::numeric_limits<double>::infinity());
  }
  const MatrixXd inverse =
      qr.colsPermutation() * qr.matrixR().topRows(qr.cols()).triangularView<Eigen::Upper>().solve(
                                 MatrixXd(MatrixXd::Identity(qr.cols(), qr.cols())));
  const boost::math::students_t student(static_cast<double>(freedom));
  const double t = boost::math::quantile(complement(student, (1 - kConfidence) / 2));
  return t * std::sqrt(squared_residuals / static_cast<double>(freedom)) * inverse.rowwise().norm();
}

/// The solution with the parameters in `kept`, the others 0.
LeastSquares Solve(const System& system, const std::vector<Index>& kept) {
  LeastSquares result;
  VectorXd residuals = -system.values;
  result.parameters.resize(static_cast<std::size_t>(system.matrix.cols()), {.held_at_zero = true});
  if (!kept.empty()) {
    const MatrixXd matrix = system.matrix(Eigen::all, kept);
    const Decomposition qr = Decompose(matrix);
    if (qr.rank() < qr.cols()) {
      result.undetermined = Undetermined(qr);
      result.parameters.clear();
      return result;
    }
    const VectorXd solution = qr.solve(system.values);
    residuals += matrix * solution;
    const VectorXd half_widths = HalfWidths(qr, residuals.squaredNorm());
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const auto at = static_cast<Index>(i);
      const double scale = system.scale[kept[i]];
      result.parameters[static_cast<std::size_t>(kept[i])] = {solution[at] / scale,
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
  for (const Estimate& parameter : solution.parameters) {
    if (parameter.value < 0) return true;
  }
  return false;
}

double SumOfSquares(const std::vector<double>& values) {
  return VectorXd::Map(values.data(), static_cast<Index>(values.size())).squaredNorm();
}

/// The best of the solutions that hold some parameters at zero and are not negative. The best
/// point of all that are not negative is one of them: it is also the plain solution in those of
/// its parameters that are above zero.
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

}  // namespace

LeastSquares SolveLeastSquares(std::span<const Equation> equations) {
  return SolveAll(MakeSystem(equations));
}

LeastSquares SolveNonNegativeLeastSquares(std::span<const Equation> equations) {
  const System system = MakeSystem(equations);
  LeastSquares plain = SolveAll(system);
  if (!AnyNegative(plain)) return plain;
  LeastSquares best = BestWithSomeHeld(system);
  for (std::size_t j = 0; j < best.parameters.size(); ++j) {
    if (best.parameters[j].held_at_zero) {
      best.parameters[j].half_width = plain.parameters[j].half_width;
    }
  }
  return best;
}

}  // namespace colltune
