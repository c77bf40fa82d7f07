// The hosts of an emulated cluster as network namespaces.
#ifndef COLLTUNE_TESTS_CLUSTER_NETWORK_H_
#define COLLTUNE_TESTS_CLUSTER_NETWORK_H_

#include <vector>

#include "tests/cluster/description.h"

namespace colltune::cluster {

/// Address of the launcher: this namespace, on the control network.
inline constexpr char kSwitchAddress[] = "10.78.0.254";
/// Device of each host that the switch connects.
inline constexpr char kDataDevice[] = "data";

/// Makes a network namespace for each host, under the host's name in `ip netns`, with two devices:
/// - `control`, at 10.78.0.N on a bridge in this namespace;
/// - `data`, at 10.77.0.N, not yet connected.
///
/// Returns the open TAP devices of `data`. Requires network and mount namespaces of this process's
/// own; all that is made ends with them. Throws std::system_error, std::runtime_error.
std::vector<int> BuildNetwork(const Description& cluster);

}  // namespace colltune::cluster

#endif  // COLLTUNE_TESTS_CLUSTER_NETWORK_H_
