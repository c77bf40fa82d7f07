// LogGP's parameters of one kind of link: what they cost a message, and what they make of the
// experiments. See loggp.cc.
#ifndef COLLTUNE_MODELS_LOGGP_H_
#define COLLTUNE_MODELS_LOGGP_H_

#include <span>
#include <vector>

#include "models/fit/fit_system.h"
#include "models/fit/linear_model.h"
#include "models/network/network.h"

namespace colltune {

struct LogGpValues {
  Seconds latency;
  Seconds send_overhead;
  Seconds receive_overhead;
  Seconds gap;
  Seconds byte_gap;  // per byte
  Seconds receive_gap;
  Seconds receive_byte_gap;  // per byte
};

/// The bytes that take a gap each: all but the first.
double GapBytes(Bytes bytes);

MessageCost CostOf(const LogGpValues& values, Bytes bytes);

/// Of round trips, floods, delayed floods and late receives: those of L, o_s, o_r, g and G.
std::vector<double> LogGpCoefficients(const NetworkSample& sample);

/// Those five, and the experiments that tell them.
extern const LinearModel kLogGpLinear;

/// Adds the unknowns g_r and G_r to the `system`, with `suffix` behind their names, and all samples
/// of many to one. Where these do not tell them, they are the unknowns `gap` and `byte_gap`.
void AddReceivePort(std::span<const NetworkSample> samples, std::size_t gap, std::size_t byte_gap,
                    const std::string& suffix, FitSystem& system);

/// From the seven names of LogGP and `suffix`, where g_r and G_r may be missing: then they are g
/// and G. Throws as NetworkModel::make, but lets other names pass.
LogGpValues ToLogGpValues(std::string_view model, const ParameterValues& values,
                          const std::string& suffix = "");

}  // namespace colltune

#endif  // COLLTUNE_MODELS_LOGGP_H_
