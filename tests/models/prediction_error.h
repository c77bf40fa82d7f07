// How good predictions are: how far from the truth, and how good the choices made by them.
#ifndef COLLTUNE_TESTS_MODELS_PREDICTION_ERROR_H_
#define COLLTUNE_TESTS_MODELS_PREDICTION_ERROR_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "algorithms/collective.h"
#include "algorithms/units.h"

namespace colltune {

/// One algorithm on one number of ranks, with one size of block. Times in seconds.
struct Prediction {
  Collective collective{};
  std::string algorithm;
  int ranks = 0;
  Bytes bytes{};
  double truth = 0;
  std::vector<double> predicted{};  ///< by each model
};

/// "gather:flat, 7 ranks, 64 B"
std::string WhatOf(const Prediction& prediction);

/// Of |predicted / truth - 1|.
struct ErrorSummary {
  std::size_t rows = 0;
  double median = 0;
  double percentile95 = 0;  ///< the least that 95 % of the rows do not exceed
  double worst = 0;
  Prediction where{};  ///< the worst
};

/// Requires one row or more.
ErrorSummary ErrorsOf(std::span<const Prediction> rows, std::size_t model);

/// What it costs to choose by the predictions: of each collective, size and number of ranks, the
/// true time of the algorithm that is predicted to be the best / that of the true best - 1.
struct RegretSummary {
  std::size_t choices = 0;
  double mean = 0;
  double worst = 0;
  Prediction chosen{};  ///< where it is worst
  Prediction best{};    ///< there
};

/// Requires one row or more.
RegretSummary RegretOf(std::span<const Prediction> rows, std::size_t model);

}  // namespace colltune

#endif  // COLLTUNE_TESTS_MODELS_PREDICTION_ERROR_H_
