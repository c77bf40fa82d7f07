// The hosts of an emulated cluster as network namespaces.
#ifndef COLLTUNE_TESTS_CLUSTER_NETWORK_H_
#define COLLTUNE_TESTS_CLUSTER_NETWORK_H_

#include <vector>

#include "tests/cluster/description.h"

namespace colltune::cluster {

/// Where the launcher listens: this namespace, on the control network.
inline constexpr char kSwitchAddress[] = "10.78.0.254";
/// The device of each host that the switch connects.
inline constexpr char kDataDevice[] = "data";

/// Makes a network namespace for each host, under its name as `ip netns` has it, with two devices:
/// `control`, at 10.78.0.N on a bridge in this namespace, and `data`, at 10.77.0.N on nothing yet.
/// Returns the open TAP devices below the latter. Requires network and mount namespaces of this
/// process's own, which all of it ends with. Throws std::system_error, std::runtime_error.
std::vector<int> BuildNetwork(const Description& cluster);

}  // namespace colltune::cluster

#endif  // COLLTUNE_TESTS_CLUSTER_NETWORK_H_
