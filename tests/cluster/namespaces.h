// Work in namespaces of its own, which end with it whatever happens.
#ifndef COLLTUNE_TESTS_CLUSTER_NAMESPACES_H_
#define COLLTUNE_TESTS_CLUSTER_NAMESPACES_H_

#include <functional>

namespace colltune::cluster {

/// Calls `inside` in a child that is the first process of new PID, network, mount, host name and
/// IPC namespaces, and returns what it returns, as the exit code. When either process ends, in
/// whichever way, the kernel ends all that `inside` has started, and removes the namespaces and
/// their devices.
///
/// In the child SIGINT, SIGTERM, SIGHUP and SIGCHLD are blocked, for it to wait for. The first
/// three are passed on to it; if it has not ended 30 s after the first, or at the third, it is
/// killed. Then the exit code is kInterrupted.
///
/// Requires root and a single thread. Throws std::system_error. What `inside` throws is printed.
int InOwnNamespaces(const std::function<int()>& inside);

}  // namespace colltune::cluster

#endif  // COLLTUNE_TESTS_CLUSTER_NAMESPACES_H_
