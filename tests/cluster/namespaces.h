// Runs work in namespaces of its own, which end with the work in every case.
#ifndef COLLTUNE_TESTS_CLUSTER_NAMESPACES_H_
#define COLLTUNE_TESTS_CLUSTER_NAMESPACES_H_

#include <functional>

namespace colltune::cluster {

/// Calls `inside` in a child that is the first process of new PID, network, mount, host name and
/// IPC namespaces. Returns the result of `inside`, as the exit code. When either process ends, in
/// whichever way, the kernel ends all processes that `inside` has started. It then removes the
/// namespaces and their devices.
///
/// In the child SIGINT, SIGTERM, SIGHUP and SIGCHLD are blocked, so that it can wait for them. The
/// parent passes the first three on to the child. It kills the child at the third such signal, or
/// 30 s after the first; the exit code is then kInterrupted.
///
/// Requires root and a single thread. Throws std::system_error. What `inside` throws is printed.
int InOwnNamespaces(const std::function<int()>& inside);

}  // namespace colltune::cluster

#endif  // COLLTUNE_TESTS_CLUSTER_NAMESPACES_H_
