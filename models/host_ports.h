// The links of hosts, which their ranks share: one out, one in.
#ifndef COLLTUNE_MODELS_HOST_PORTS_H_
#define COLLTUNE_MODELS_HOST_PORTS_H_

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "models/networks.h"

namespace colltune {

/// From parameters such as "port out node-3", in seconds per byte. A port without a parameter is
/// none.
class HostPorts {
 public:
  HostPorts(const ParameterValues& values, std::span<const Place> places);

  static std::vector<std::string> Names(std::span<const Place> places);

  std::span<const SharedLink> links() const { return links_; }
  /// Out of one host and into another; nothing on one host.
  Route RouteOf(Rank from, Rank to) const;

 private:
  struct Of {
    std::string host;
    std::int32_t out = -1;  ///< index of its link; -1: none
    std::int32_t in = -1;
  };
  std::vector<Of> ranks_;
  std::vector<SharedLink> links_;
};

/// What the processor of a rank takes for a message.
using ProcessorTime = std::function<Seconds(Rank, Bytes)>;

/// Adds the ports that the samples tell, as parameters of `fit`, or notes that there is none.
///
/// What each further message of a fan (one to q, the last answers) takes longer is what the sender
/// or its host's link takes for a message. When it is more than the processor takes, by 5 % and
/// what the times are uncertain by, it is the link: so much per byte. Fans to other hosts count,
/// of the largest size that is buffered; sends that wait would follow one another without any
/// port. Many to one tells the links in, alike.
void AddHostPorts(const NetworkData& data, Bytes eager_limit, const ProcessorTime& processor,
                  Fit& fit);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_HOST_PORTS_H_
