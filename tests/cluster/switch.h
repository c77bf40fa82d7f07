// The switch of an emulated cluster: it moves frames between the hosts' TAP devices.
#ifndef COLLTUNE_TESTS_CLUSTER_SWITCH_H_
#define COLLTUNE_TESTS_CLUSTER_SWITCH_H_

#include <vector>

#include "tests/cluster/description.h"

namespace colltune::cluster {

/// The last byte of a data device's hardware address is the number of its host, counted from 1.
inline constexpr char kMacPrefix[] = "02:00:00:00:00:";

/// Switches until the process ends. `taps`: an open TAP device for each host. Drops frames to no
/// host of the cluster: its devices know all their neighbours. Throws std::system_error.
[[noreturn]] void RunSwitch(const Description& cluster, const std::vector<int>& taps);

}  // namespace colltune::cluster

#endif  // COLLTUNE_TESTS_CLUSTER_SWITCH_H_
