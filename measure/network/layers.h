// The table of all layers.
#ifndef COLLTUNE_MEASURE_NETWORK_LAYERS_H_
#define COLLTUNE_MEASURE_NETWORK_LAYERS_H_

#include <span>
#include <string>

#include "measure/network/layer.h"

namespace colltune {

struct LayerEntry {
  std::string_view name;  ///< persistent: it stands in files
  std::string_view summary;
  std::string unavailable;  ///< why it is not here, and how to get it; empty where it is
  /// Connects the ranks of `comm`, which has to live longer. Collective, as is the layer's end.
  /// Requires that the layer is available. Throws std::runtime_error or MpiError.
  std::unique_ptr<Layer> (*make)(MPI_Comm comm);
};

/// All layers.
std::span<const LayerEntry> Layers();

/// The layer of that name, available or not, or nullptr.
const LayerEntry* FindLayer(std::string_view name);

/// MPI_Put, see rma_layer.cc.
std::unique_ptr<Layer> MakeRmaLayer(MPI_Comm comm);

/// UCX's tagged messages, see ucx_layer.cc; where colltune was built without UCX it throws.
std::unique_ptr<Layer> MakeUcxLayer(MPI_Comm comm);

/// Why there is no UCX, and how to get it; empty where it is.
std::string WhyNoUcx();

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_LAYERS_H_
