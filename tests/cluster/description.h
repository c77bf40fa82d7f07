// Description of an emulated cluster: its hosts and the links between them. README.md describes the
// file.
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
  Rate up = kUnlimited;    ///< of frames that leave the host
  Rate down = kUnlimited;  ///< of frames that enter the host
};

/// A path between hosts in one direction, without the hosts' own latencies and rates.
struct Link {
  Nanoseconds latency{0};
  Nanoseconds jitter{0};   ///< mean of the random delay, which is exponentially distributed
  Rate rate = kUnlimited;  ///< of one line, shared by all frames on this link
};

struct Description {
  std::vector<Host> hosts;   ///< in the order of ranks
  std::vector<Link> links;   ///< the first is the default link, between any two hosts that no other
                             ///< link joins
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

/// Parses a file's text; `file` names the file in errors. Throws DescriptionError for the first
/// fault.
Description ParseDescription(const std::string& text, const std::string& file);

}  // namespace colltune::cluster

#endif  // COLLTUNE_TESTS_CLUSTER_DESCRIPTION_H_
