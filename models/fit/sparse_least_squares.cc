// Sparse least squares by the normal equations, A^T A x = A^T b, whose matrix stays sparse when it
// is decomposed in a good order. Refinement brings back the accuracy that squaring loses: x += (A^T
// A)^-1 A^T (b - A x), as A itself is not rounded (Bjorck, "Numerical Methods for Least Squares
// Problems", 1996, 2.9.3).
#include "models/fit/sparse_least_squares.h"

#include <Eigen/SparseCholesky>
#include <cmath>
#include <utility>

namespace colltune::models {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;

// Ridge that is added to the diagonal of A^T A, which is 1, so that the matrix can be decomposed
// whatever its rank. The ridge is above the rounding of 1e-15 or so, and below all that a clock
// could tell.
constexpr double kRidge = 1e-13;

// Bound of the diagonal elements of the inverse, which are at most 1/kRidge. An element reaches the
// bound if a direction that A does not see has a share of 1 % in the column.
constexpr double kUndetermined = 1e9;

constexpr int kRefinements = 4;

/// Returns the diagonal of the inverse of L D L^T, permuted: its element j is the sum of y_k^2 /
/// D_k for L y = P e_j. Only ancestors of row j in the elimination tree have a y_k, and the first
/// entry below the diagonal of a column is its parent (Davis, "Direct Methods for Sparse Linear
/// Systems", 2006, 4.1).
VectorXd InverseDiagonal(const Eigen::SimplicialLDLT<Sparse>& decomposed) {
  const Sparse& lower = decomposed.matrixL().nestedExpression();  // without its diagonal, 1
  const VectorXd weights = decomposed.vectorD();
  const auto& row_of = decomposed.permutationP().indices();
  VectorXd diagonal(lower.cols());
  VectorXd y = VectorXd::Zero(lower.cols());
  for (Index j = 0; j < lower.cols(); ++j) {
    double sum = 0;
    Index row = row_of.size() > 0 ? row_of[j] : j;
    y[row] = 1;
    while (row < lower.cols()) {
      const double own = std::exchange(y[row], 0.0);
      sum += own * own / weights[row];
      Sparse::InnerIterator below(lower, row);
      row = below ? below.row() : lower.cols();
      for (; below; ++below) y[below.row()] -= below.value() * own;
    }
    diagonal[j] = sum;
  }
  return diagonal;
}

}  // namespace

SparseSolution SolveSparse(const Sparse& a, const VectorXd& values) {
  const Sparse transposed = a.transpose();
  Sparse normal = transposed * a;
  Sparse ridge(normal.rows(), normal.cols());
  ridge.setIdentity();
  normal += kRidge * ridge;
  const Eigen::SimplicialLDLT<Sparse> decomposed(normal);

  SparseSolution result;
  const VectorXd inverse = InverseDiagonal(decomposed);
  for (Index j = 0; j < a.cols(); ++j) {
    if (!(inverse[j] < kUndetermined)) result.undetermined.push_back(static_cast<std::size_t>(j));
  }
  result.inverse_norms = inverse.cwiseSqrt();
  if (!result.undetermined.empty()) return {result.undetermined, {}, {}};
  result.solution = VectorXd::Zero(a.cols());
  for (int i = 0; i <= kRefinements; ++i) {
    result.solution += decomposed.solve(transposed * (values - a * result.solution));
  }
  return result;
}

}  // namespace colltune::models
