// The links of hosts, which their ranks share: one out, one in.
#ifndef COLLTUNE_MODELS_FEATURES_HOST_PORTS_H_
#define COLLTUNE_MODELS_FEATURES_HOST_PORTS_H_

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "models/network/network_model.h"

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

struct HostPort {
  double byte_time = 0;   ///< seconds per byte
  double half_width = 0;  ///< of what it is uncertain by
  bool identified = true;
};

/// The mean, as uncertain as the worst; 0 of none. `identified` is not looked at.
HostPort MeanOf(std::span<const HostPort> ports);

/// By host.
struct PortsFound {
  std::map<std::string, HostPort> ports;
  std::set<std::string> slower;  ///< whose processors are slower than their ports
};

struct HostPortsFound {
  PortsFound out;
  PortsFound in;
};

/// `network` says what each message takes on its own, without ports. A fan (one to q, the last
/// answers) to other hosts tells the link out of the sender's host: the byte time with which the
/// fan, played on the network, takes what it took (replay.h). It is none where it takes as long
/// without one, but for 5 % and what the time is uncertain by: the processor is slower. Many to one
/// tells the link in, alike; where a host has none, it is taken for the link out of the same host,
/// as networks of switches are full duplex, and is not identified. Where all that there are find
/// the processor slower, no host has a link in.
///
/// The largest size that is buffered counts, and of those the most messages; sends that wait would
/// follow one another without any port.
HostPortsFound FindHostPorts(const NetworkData& data, Bytes eager_limit, const Network& network);

/// As parameters of `fit`, with notes of those that are not identified.
void AddHostPorts(const HostPortsFound& found, Fit& fit);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_FEATURES_HOST_PORTS_H_
