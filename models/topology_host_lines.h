// Links of hosts in the topology model, as streams at once tell them.
#ifndef COLLTUNE_MODELS_TOPOLOGY_HOST_LINES_H_
#define COLLTUNE_MODELS_TOPOLOGY_HOST_LINES_H_

#include <map>
#include <string>

#include "models/topology_line_search.h"

namespace colltune::models {

/// Finds the link of a host, and the line of the messages within it, beside all other lines of the
/// search. `own`: byte times that single messages tell (OwnLines). A link is never slower than
/// these. Explanations of its streams, of which the first takes part that is as good as the best:
///  1. full duplex, as fast as single messages tell
///  2. half duplex, likewise
///  3. a link that nothing filled: each message has its own time for a byte
///  4. a faster link, full duplex or half duplex, as fast as streams at once tell: a slower line in
///     front of the others hides it from single messages
/// Without streams of the host its link stays as it is.
void FindHostLines(LineSearch& search, const std::map<std::string, double>& own, std::size_t host);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_TOPOLOGY_HOST_LINES_H_
