// What an emulated cluster looks like: its hosts and the links between them. README.md describes
// the file.
#ifndef COLLTUNE_TESTS_CLUSTER_DESCRIPTION_H_
#define COLLTUNE_TESTS_CLUSTER_DESCRIPTION_H_

#include <chrono>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace colltune::cluster {

using Nanoseconds = std::chrono::nanoseconds;

/// Bits per second.
using Rate = double;
inline constexpr Rate kUnlimited = std::numeric_limits<double>::infinity();

struct Host {
  std::string name;
  Nanoseconds latency{0};  ///< one way between the host and the middle of the network
  Rate up = kUnlimited;    ///< what leaves the host
  Rate down = kUnlimited;  ///< what enters it
};

/// What lies between hosts beyond their own latencies and rates, in one direction.
struct Link {
  Nanoseconds latency{0};
  Nanoseconds jitter{0};   ///< the mean of what is added at random, exponentially distributed
  Rate rate = kUnlimited;  ///< of one line, which all frames that take this link share
};

struct Description {
  std::vector<Host> hosts;   ///< in the order of ranks
  std::vector<Link> links;   ///< the first is the one between any two hosts that no other joins
  std::vector<int> link_of;  ///< hosts.size()^2 indices of links, [from * hosts.size() + to]
  int mtu = 9000;            ///< bytes
  std::uint64_t seed = 1;    ///< of the jitter

  int LinkOf(int from, int to) const { return link_of[from * hosts.size() + to]; }
};

/// The message begins with FILE:LINE.
class DescriptionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Of a file's text; `file` names it in errors. Throws DescriptionError for the first fault found.
Description ParseDescription(const std::string& text, const std::string& file);

}  // namespace colltune::cluster

#endif  // COLLTUNE_TESTS_CLUSTER_DESCRIPTION_H_
