// Which of several fitted networks predicts collectives best on this machine.
#ifndef COLLTUNE_TUNER_SEARCH_CHOOSE_MODEL_H_
#define COLLTUNE_TUNER_SEARCH_CHOOSE_MODEL_H_

#include <memory>
#include <string>
#include <vector>

#include "tuner/problem/question.h"
#include "tuner/search/forecast.h"
#include "tuner/search/search.h"

namespace colltune::tune {

/// Questions that tell the models apart: on the largest layout, at a small, a middle and a larger
/// size, some collectives that load a network in different ways, every algorithm with its
/// standard parameters that no model calls hopeless.
std::vector<Question> Trials(const SearchOptions& options,
                             const std::vector<std::unique_ptr<Forecast>>& forecasts);

/// The one whose predictions were off least (nine in ten were closer); the first of equals.
/// Requires forecasts.
std::size_t ChooseModel(const std::vector<std::unique_ptr<Forecast>>& forecasts,
                        const std::vector<Answered>& trials);

/// By how much nine in ten predictions were off at most, as a logarithm.
double OffBy(const Forecast& forecast, const std::vector<Answered>& trials);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_CHOOSE_MODEL_H_
