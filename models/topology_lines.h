// Lines that messages share in the topology model, as streams at the same time tell them.
#ifndef COLLTUNE_MODELS_TOPOLOGY_LINES_H_
#define COLLTUNE_MODELS_TOPOLOGY_LINES_H_

#include <map>
#include <string>

#include "models/topology_line_search.h"

namespace colltune::models {

/// Returns the byte times of lines, by the names of their parameters, as single messages tell them:
/// hosts' links, full duplex, and lines of groups that are slower than the links of the fastest
/// pair that crosses them.
std::map<std::string, double> OwnLines(const HostReadings& read, const HostTree& tree);

struct LinesFound {
  std::map<std::string, FoundLine> lines;  ///< by the names of their parameters
  /// The mean distance of the streams' replays from their times, as a share of these; 0 without
  /// streams.
  double error = 0;
};

/// Finds the links of hosts and the lines of groups. `values`: all other parameters. Links of
/// hosts: topology_host_lines.h. Lines of groups:
/// - A line that slows single messages has the byte time of the fastest pair whose hosts' own links
///   do not explain its byte time; or a shorter one, where streams at once take less than on it.
/// - A line that slows streams at once has the byte time with which the streams, played on the
///   network, take their measured time (experiment_replay.h), if that is longer than without it by
///   5 % or more and by what the interval leaves open. It is not slower than single messages.
/// - A line is half duplex if streams in both directions take longer than its two directions
///   explain, likewise.
/// - Lines that the others make needless are left out.
/// Links and lines hide each other, and are found in turns. Without streams hosts' links are full
/// duplex, and groups have the lines that single messages tell.
LinesFound FindLines(const measure::NetworkData& data, const HostReadings& read,
                     const HostTree& tree, const ParameterValues& values);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_TOPOLOGY_LINES_H_
