// What the parameters of models truly are on simulated machines.
#ifndef COLLTUNE_TESTS_MODELS_TRUE_PARAMETERS_H_
#define COLLTUNE_TESTS_MODELS_TRUE_PARAMETERS_H_

#include <span>
#include <string_view>

#include "measure/network/samples.h"
#include "models/network/network_model.h"

namespace colltune {

/// Those of `model` ("loggp", "lmo" or "levels") that network experiments can tell, from the
/// configuration of machine `platform` alone. `places` are those of the ranks; of `levels`, there
/// are one rank on each host, ranks 0 and 1 in one site, and the last one in another. Left out are
/// g, which is below o_s where no message waits for another, and L_rdv with its overheads: SMPI
/// charges these to nonblocking sends only. Throws std::invalid_argument for an unknown name.
ParameterValues TrueParameters(std::string_view model, std::string_view platform,
                               std::span<const Place> places);

}  // namespace colltune

#endif  // COLLTUNE_TESTS_MODELS_TRUE_PARAMETERS_H_
