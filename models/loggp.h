// LogGP's parameters of one kind of link: costs of a message, and expected times of the
// experiments. See loggp.cc.
#ifndef COLLTUNE_MODELS_LOGGP_H_
#define COLLTUNE_MODELS_LOGGP_H_

#include <span>
#include <vector>

#include "models/fit/fit_system.h"
#include "models/fit/linear_model.h"
#include "models/network/network.h"

namespace colltune::models {

struct LogGpValues {
  Seconds latency;
  Seconds send_overhead;
  Seconds receive_overhead;
  Seconds gap;
  Seconds byte_gap;  // per byte
  Seconds receive_gap;
  Seconds receive_byte_gap;  // per byte
};

/// Returns the number of bytes that take a gap each: all but the first.
double GapBytes(Bytes bytes);

MessageCost CostOf(const LogGpValues& values, Bytes bytes);

/// Returns the coefficients of L, o_s, o_r, g and G in a round trip, flood, delayed flood or late
/// receive; none for other experiments.
std::vector<double> LogGpCoefficients(const measure::NetworkSample& sample);

/// Linear model of these five parameters, with the experiments that tell them.
extern const LinearModel kLogGpLinear;

/// Adds to `system` the unknowns g_r and G_r, with `suffix` behind their names, and all samples of
/// many to one. If the samples do not determine g_r and G_r, they are the unknowns `gap` and
/// `byte_gap`.
void AddReceivePort(std::span<const measure::NetworkSample> samples, std::size_t gap,
                    std::size_t byte_gap, const std::string& suffix, FitSystem& system);

/// Returns the values of the seven names of LogGP with `suffix`. If g_r or G_r is missing, it is g
/// or G. Throws as NetworkModel::make, but lets other names pass.
LogGpValues ToLogGpValues(std::string_view model, const ParameterValues& values,
                          const std::string& suffix = "");

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_LOGGP_H_
