// Zones of simulated machines by the calls of SimGrid 3 and of SimGrid 4, which renamed them.
#ifndef COLLTUNE_TESTS_SMPI_ZONES_H_
#define COLLTUNE_TESTS_SMPI_ZONES_H_

#include <simgrid/s4u.hpp>
#include <string>
#include <vector>

#if __has_include(<simgrid/kernel/resource/NetworkModelIntf.hpp>)
#define ZONES_OF_SIMGRID_3
#include <simgrid/kernel/resource/NetworkModelIntf.hpp>
#endif

namespace zones {

using simgrid::s4u::Engine;
using simgrid::s4u::Host;
using simgrid::s4u::Link;
using simgrid::s4u::LinkInRoute;
using simgrid::s4u::NetZone;
using simgrid::s4u::SplitDuplexLink;

/// The latency of a route, in s.
template <typename Links>
double LatencyOf(const Links& links) {
  double latency = 0;
  for (const Link* link : links) latency += link->get_latency();
  return latency;
}

#ifdef ZONES_OF_SIMGRID_3

inline NetZone* AddFull(const Engine& /*engine*/, const std::string& name) {
  return simgrid::s4u::create_full_zone(name);
}
inline NetZone* AddStar(const Engine& /*engine*/, const std::string& name) {
  return simgrid::s4u::create_star_zone(name);
}
inline Host* AddHost(NetZone& zone, const std::string& name, double speed) {
  return zone.create_host(name, speed);
}
inline Link* AddLink(NetZone& zone, const std::string& name, double bandwidth) {
  return zone.create_link(name, bandwidth);
}
inline SplitDuplexLink* AddDuplexLink(NetZone& zone, const std::string& name, double bandwidth) {
  return zone.create_split_duplex_link(name, bandwidth);
}
/// Adds the route between two hosts, or to all others where `to` is nullptr.
inline void AddRoute(NetZone& zone, const Host* from, const Host* to,
                     const std::vector<LinkInRoute>& links, bool symmetrical) {
  zone.add_route(from->get_netpoint(), to == nullptr ? nullptr : to->get_netpoint(), nullptr,
                 nullptr, links, symmetrical);
}
/// `factor(bytes, from, to, latency)` multiplies the latency of each message, in s.
template <typename Factor>
void SetLatencyFactor(const Engine& engine, Factor factor) {
  engine.get_netzone_root()->get_network_model()->set_lat_factor_cb(
      [factor](double bytes, const Host* from, const Host* to, const auto& links, const auto&) {
        return factor(bytes, from, to, LatencyOf(links));
      });
}

#else

inline NetZone* AddFull(const Engine& engine, const std::string& name) {
  return engine.get_netzone_root()->add_netzone_full(name);
}
inline NetZone* AddStar(const Engine& engine, const std::string& name) {
  return engine.get_netzone_root()->add_netzone_star(name);
}
inline Host* AddHost(NetZone& zone, const std::string& name, double speed) {
  return zone.add_host(name, speed);
}
inline Link* AddLink(NetZone& zone, const std::string& name, double bandwidth) {
  return zone.add_link(name, bandwidth);
}
inline SplitDuplexLink* AddDuplexLink(NetZone& zone, const std::string& name, double bandwidth) {
  return zone.add_split_duplex_link(name, bandwidth);
}
inline void AddRoute(NetZone& zone, const Host* from, const Host* to,
                     const std::vector<LinkInRoute>& links, bool symmetrical) {
  zone.add_route(from, to, links, symmetrical);
}
template <typename Factor>
void SetLatencyFactor(const Engine& engine, Factor factor) {
  engine.get_netzone_root()->set_latency_factor_cb(
      [factor](double bytes, const Host* from, const Host* to, const auto& links, const auto&) {
        return factor(bytes, from, to, LatencyOf(links));
      });
}

#endif

}  // namespace zones

#endif  // COLLTUNE_TESTS_SMPI_ZONES_H_
