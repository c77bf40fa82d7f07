// Least squares with many unknowns, few of them in each equation.
#ifndef COLLTUNE_MODELS_FIT_SPARSE_LEAST_SQUARES_H_
#define COLLTUNE_MODELS_FIT_SPARSE_LEAST_SQUARES_H_

#include <Eigen/SparseCore>
#include <cstddef>
#include <vector>

namespace colltune::models {

struct SparseSolution {
  std::vector<std::size_t> undetermined{};  ///< columns; when there are any, the rest is empty
  Eigen::VectorXd solution{};
  Eigen::VectorXd inverse_norms{};  ///< square roots of the diagonal of (A^T A)^-1
};

/// Solves matrix * solution = values by least squares. Requires columns of length 1, or 0. A column
/// counts as undetermined when a change of 30,000 times the residuals would not show.
SparseSolution SolveSparse(const Eigen::SparseMatrix<double>& matrix,
                           const Eigen::VectorXd& values);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FIT_SPARSE_LEAST_SQUARES_H_
