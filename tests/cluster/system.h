// System calls and commands that fail loudly.
#ifndef COLLTUNE_TESTS_CLUSTER_SYSTEM_H_
#define COLLTUNE_TESTS_CLUSTER_SYSTEM_H_

#include <string>
#include <vector>

namespace colltune::cluster {

/// Throws std::system_error for errno, with `what` failed.
[[noreturn]] void Fail(const std::string& what);

/// Returns the result of a system call, unless it is negative: then calls Fail(what).
template <typename Integer>
Integer Check(Integer result, const std::string& what) {
  if (result < 0) Fail(what);
  return result;
}

/// Replaces this process by `command`, whose first word is looked for on PATH. Throws
/// std::system_error if it cannot.
[[noreturn]] void Become(const std::vector<std::string>& command);

/// Runs a shell's `command` with `input` as its standard input. Throws std::runtime_error unless it
/// ends with code 0.
void Run(const std::string& command, const std::string& input);

}  // namespace colltune::cluster

#endif  // COLLTUNE_TESTS_CLUSTER_SYSTEM_H_
