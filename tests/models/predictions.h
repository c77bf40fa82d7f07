// Predictions next to the truth, for every algorithm of the registry, in virtual time.
#ifndef COLLTUNE_TESTS_MODELS_PREDICTIONS_H_
#define COLLTUNE_TESTS_MODELS_PREDICTIONS_H_

#include <mpi.h>

#include <array>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "models/network/network.h"
#include "models/network/sub_network.h"
#include "tests/models/prediction_error.h"

namespace colltune::models {

/// Nine blocks from 8 B to 4 MiB, for collectives whose buffers are one block.
inline constexpr std::array kBlocks = {Bytes{8},         Bytes{64},       Bytes{512},
                                       Bytes{4 << 10},   Bytes{32 << 10}, Bytes{128 << 10},
                                       Bytes{512 << 10}, Bytes{1 << 20},  Bytes{4 << 20}};

/// Nine blocks of which those of 32 ranks make 4 MiB at most, for collectives with a block for each
/// rank.
inline constexpr std::array kBlocksOfMany = {Bytes{8},        Bytes{64},       Bytes{512},
                                             Bytes{2 << 10},  Bytes{8 << 10},  Bytes{16 << 10},
                                             Bytes{32 << 10}, Bytes{64 << 10}, Bytes{128 << 10}};

/// The block number `index` of the nine for `collective`.
Bytes BlockOf(Collective collective, std::size_t index);

struct PredictionOptions {
  std::vector<std::size_t> sizes{};       ///< indices among the nine; all when empty
  std::vector<Collective> collectives{};  ///< all of them when empty
  int sites = 1;                          ///< as in OnRanks
};

/// Runs each algorithm that takes the shape on `ranks` ranks of MPI_COMM_WORLD, and predicts its
/// time with each of `networks`, which are networks of all of MPI_COMM_WORLD. Calls `done` on rank
/// 0 with each row. Collective over MPI_COMM_WORLD.
void ComparePredictions(int ranks, std::span<const Network* const> networks,
                        const PredictionOptions& options,
                        const std::function<void(const Prediction&)>& done);

}  // namespace colltune::models

#endif  // COLLTUNE_TESTS_MODELS_PREDICTIONS_H_
