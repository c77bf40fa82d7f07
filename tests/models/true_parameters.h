// True parameters of the models on simulated machines.
#ifndef COLLTUNE_TESTS_MODELS_TRUE_PARAMETERS_H_
#define COLLTUNE_TESTS_MODELS_TRUE_PARAMETERS_H_

#include <span>
#include <string_view>

#include "measure/network/samples.h"
#include "models/network/network_model.h"

namespace colltune::models {

/// The parameters of `model` ("loggp", "lmo" or "levels") that network experiments can determine,
/// from the configuration of machine `platform` alone. `places` are those of the ranks. "levels"
/// requires one rank on each host, ranks 0 and 1 in one site, and the last rank in another. Two are
/// left out:
/// - g, which is below o_s where no message waits for another;
/// - L_rdv with its overheads, which SMPI charges to nonblocking sends only.
///
/// Throws std::invalid_argument for an unknown name.
ParameterValues TrueParameters(std::string_view model, std::string_view platform,
                               std::span<const measure::Place> places);

}  // namespace colltune::models

#endif  // COLLTUNE_TESTS_MODELS_TRUE_PARAMETERS_H_
