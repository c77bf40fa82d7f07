// Quality of predictions: their error against the truth, and the regret of choices made by them.
#ifndef COLLTUNE_TESTS_MODELS_PREDICTION_ERROR_H_
#define COLLTUNE_TESTS_MODELS_PREDICTION_ERROR_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/collective.h"
#include "algorithms/units.h"

namespace colltune::models {

/// One algorithm on one number of ranks, with one size of block. Times in seconds.
struct Prediction {
  std::string machine{};  ///< where rows of several are together
  Collective collective{};
  std::string algorithm;
  int ranks = 0;
  Bytes bytes{};
  double truth = 0;
  std::vector<double> predicted{};  ///< by each model
};

/// "gather:flat, 7 ranks, 64 B"
std::string WhatOf(const Prediction& prediction);

/// Summary of |predicted / truth - 1|.
struct ErrorSummary {
  std::size_t rows = 0;
  double median = 0;
  double percentile90 = 0;  ///< the least that 90 % of the rows do not exceed
  double percentile95 = 0;
  double worst = 0;
  Prediction where{};  ///< the row of the worst error
};

/// Summarises the error of model number `model`. Requires one row or more.
ErrorSummary ErrorsOf(std::span<const Prediction> rows, std::size_t model);

/// Regret of choosing by the predictions. For each machine, collective, size and number of ranks:
/// the true time of the algorithm with the best prediction / the true time of the best algorithm
/// - 1.
struct RegretSummary {
  std::size_t choices = 0;
  double mean = 0;
  double percentile95 = 0;
  double worst = 0;
  Prediction chosen{};  ///< the row chosen where the regret is worst
  Prediction best{};    ///< the best row there
};

/// Summarises the regret of model number `model`. Requires one row or more.
RegretSummary RegretOf(std::span<const Prediction> rows, std::size_t model);

/// Prints the head of a table of summaries, and one model's two lines there, in %: errors, regret.
void PrintSummaryHead();
void PrintSummary(std::string_view machine, std::string_view model_name,
                  std::span<const Prediction> rows, std::size_t model);

}  // namespace colltune::models

#endif  // COLLTUNE_TESTS_MODELS_PREDICTION_ERROR_H_
