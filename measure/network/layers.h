// The table of all layers.
#ifndef COLLTUNE_MEASURE_NETWORK_LAYERS_H_
#define COLLTUNE_MEASURE_NETWORK_LAYERS_H_

#include <span>
#include <string>

#include "measure/network/layer.h"

namespace colltune::measure {

struct LayerEntry {
  std::string_view name;  ///< persistent: files contain it
  std::string_view summary;
  std::string unavailable;  ///< why the layer is missing, and how to get it; empty if available
  /// Connects the ranks of `comm`, which has to live longer. Collective, as is the destructor.
  /// Requires that the layer is available. Throws std::runtime_error or MpiError.
  std::unique_ptr<Layer> (*make)(MPI_Comm comm);
};

std::span<const LayerEntry> Layers();

/// Returns the layer of that name, available or not, or nullptr.
const LayerEntry* FindLayer(std::string_view name);

/// Makes a layer of MPI_Put, see rma_layer.cc.
std::unique_ptr<Layer> MakeRmaLayer(MPI_Comm comm);

/// Makes a layer of UCX's tagged messages, see ucx_layer.cc. Throws std::runtime_error where
/// colltune was built without UCX.
std::unique_ptr<Layer> MakeUcxLayer(MPI_Comm comm);

/// Returns why UCX is missing, and how to get it; empty where UCX is available.
std::string WhyNoUcx();

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_LAYERS_H_
