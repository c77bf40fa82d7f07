// The links of hosts, which their ranks share: one out, one in.
#ifndef COLLTUNE_MODELS_FEATURES_HOST_PORTS_H_
#define COLLTUNE_MODELS_FEATURES_HOST_PORTS_H_

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "models/network/network_model.h"

namespace colltune::models {

/// Links of hosts from parameters such as "port out node-3", in seconds per byte. A port whose
/// parameter is missing or 0 does not exist.
class HostPorts {
 public:
  HostPorts(const ParameterValues& values, std::span<const measure::Place> places);

  static std::vector<std::string> Names(std::span<const measure::Place> places);

  std::span<const SharedLink> links() const { return links_; }
  /// Returns the route out of one host and into another; no link within a host.
  Route RouteOf(Rank from, Rank to) const;
  /// Returns the switch's port to a rank's host; without a link, one of that byte time.
  SwitchPort PortTo(Rank to, double byte_time) const;

 private:
  struct Of {
    std::string host;
    int number = 0;         ///< of the host
    std::int32_t out = -1;  ///< index of its link; -1: none
    std::int32_t in = -1;
  };
  std::vector<Of> ranks_;
  std::vector<SharedLink> links_;
};

struct HostPort {
  double byte_time = 0;   ///< seconds per byte
  double half_width = 0;  ///< uncertainty of byte_time
  bool identified = true;
};

/// Returns the mean byte time, with the uncertainty of the worst port; 0 of none. Ignores
/// `identified`.
HostPort MeanOf(std::span<const HostPort> ports);

/// Ports that samples tell, by host.
struct PortsFound {
  std::map<std::string, HostPort> ports;
  std::set<std::string> slower;  ///< hosts whose processors are slower than their ports
};

struct HostPortsFound {
  PortsFound out;
  PortsFound in;
};

/// Finds the ports of hosts. `network` gives the cost of each message on its own, without ports.
/// - A fan (one to q, the last answers) to other hosts tells the link out of the sender's host. The
///   link has the byte time with which the fan, played on the network, takes its measured time
///   (bandwidth_inference.h).
/// - No link exists if the fan takes as long without one, but for 5 % and the uncertainty of the
///   time: the processor is slower.
/// - Many to one tells the link in, alike. A host without such samples has a link in like its link
///   out, as networks of switches are full duplex; that link is not identified.
/// - No host has a link in if all hosts with such samples have slower processors.
///
/// Samples of the largest buffered size decide, and among these the ones with the most messages.
/// Sends that wait would follow one another without any port.
HostPortsFound FindHostPorts(const measure::NetworkData& data, Bytes eager_limit,
                             const Network& network);

/// Adds the ports as parameters of `fit`, with notes on ports that are not identified.
void AddHostPorts(const HostPortsFound& found, Fit& fit);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_HOST_PORTS_H_
