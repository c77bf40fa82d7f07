// LogGPS's parameters of one kind of link. See loggps.cc.
#ifndef COLLTUNE_MODELS_LOGGPS_H_
#define COLLTUNE_MODELS_LOGGPS_H_

#include <span>
#include <string>
#include <vector>

#include "models/loggp.h"

namespace colltune::models {

struct LogGpsValues {
  LogGpValues eager;
  LogGpValues rendezvous;
};

/// Returns the cost of a message. `limit`: largest size that is buffered, in bytes.
MessageCost CostOf(const LogGpsValues& values, double limit, Bytes bytes);

/// Returns all names but S, with `suffix` behind each.
std::vector<std::string> LogGpsNames(const std::string& suffix);

/// Returns the values of the names with `suffix`. Throws as NetworkModel::make, but lets other
/// names pass.
LogGpsValues ToLogGpsValues(std::string_view model, const ParameterValues& values,
                            const std::string& suffix);

/// Adds the unknowns of LogGpsNames(suffix) and the samples, which have to live until the system is
/// solved. Returns the index of the first of L, o_s, o_r, g and G, which follow each other in this
/// order and have no fallback.
std::size_t AddLogGps(std::span<const measure::NetworkSample> samples, Bytes limit,
                      const std::string& suffix, FitSystem& system);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_LOGGPS_H_
