// Fitted networks between files, models and text.
#ifndef COLLTUNE_TUNER_TEXT_NETWORK_MODELS_H_
#define COLLTUNE_TUNER_TEXT_NETWORK_MODELS_H_

#include <memory>
#include <span>
#include <string>

#include "models/network/network_model.h"
#include "profiles/profile.h"
#include "profiles/yaml/network_file.h"

namespace colltune::tune {

/// Returns the part of a fit that a network file keeps.
NetworkFileModel ForNetworkFile(const Fit& fit);

/// Parameters with their intervals, residuals by experiment, and notes.
std::string FitText(const NetworkFileModel& model);

/// A fitted model and the places that it was fitted for.
struct KnownModel {
  std::string name;
  ParameterValues values;
  std::vector<Place> places;  ///< none where the file does not say
};

/// The parameters that a profile keeps of a model.
ParameterValues ValuesOf(const FittedModel& model);

/// From a network file or a profile, whichever it is, to predict `ranks` ranks. `model` may be
/// empty: then the one that predicted best when the profile was tuned, of those that know so many
/// ranks; without trials the only one there is, or loggp. Throws ProfileError, and
/// std::invalid_argument that names the models there are.
KnownModel ReadModel(const std::string& path, const std::string& model, int ranks,
                     int ranks_per_node);

/// Returns the places of `ranks` ranks: the measured places if they are enough and ranks_per_node
/// is 0, else on as many hosts as needed with ranks_per_node (0 is 1) on each.
std::vector<Place> PlacesFor(const KnownModel& model, int ranks, int ranks_per_node);

/// Returns the network of ranks at these places. Throws std::invalid_argument if the model does not
/// know that many.
std::unique_ptr<Network> NetworkFor(const KnownModel& model, int ranks, int ranks_per_node);

/// Returns the network's `places` for algorithms that are shaped by the machine; nullptr for more
/// than 2048 ranks, since a look at all pairs of hosts would take minutes.
std::shared_ptr<const Places> PlacesOn(const Network& network, std::span<const Place> places);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_TEXT_NETWORK_MODELS_H_
