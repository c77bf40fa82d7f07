// Sparse least squares by the normal equations, A^T A x = A^T b, whose matrix stays sparse when it
// is decomposed in a good order. Refinement brings back the accuracy that squaring loses: x += (A^T
// A)^-1 A^T (b - A x), as A itself is not rounded (Bjorck, "Numerical Methods for Least Squares
// Problems", 1996, 2.9.3).
#include "models/fit/sparse_least_squares.h"

#include <Eigen/SparseCholesky>
#include <cmath>

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

}  // namespace

SparseSolution SolveSparse(const Eigen::MatrixXd& matrix, const VectorXd& values) {
  const Sparse a = matrix.sparseView();
  const Sparse transposed = a.transpose();
  Sparse normal = transposed * a;
  Sparse ridge(normal.rows(), normal.cols());
  ridge.setIdentity();
  normal += kRidge * ridge;
  const Eigen::SimplicialLDLT<Sparse> decomposed(normal);

  SparseSolution result;
  result.inverse_norms.resize(a.cols());
  for (Index j = 0; j < a.cols(); ++j) {
    const double inverse = VectorXd(decomposed.solve(VectorXd::Unit(a.cols(), j)))[j];
    if (!(inverse < kUndetermined)) result.undetermined.push_back(static_cast<std::size_t>(j));
    result.inverse_norms[j] = std::sqrt(inverse);
  }
  if (!result.undetermined.empty()) return {result.undetermined, {}, {}};
  result.solution = VectorXd::Zero(a.cols());
  for (int i = 0; i <= kRefinements; ++i) {
    result.solution += decomposed.solve(transposed * (values - a * result.solution));
  }
  return result;
}

}  // namespace colltune::models
