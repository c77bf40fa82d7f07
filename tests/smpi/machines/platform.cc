#include <fmt/format.h>

#include <string_view>

#include "tests/smpi/machines/hosts.h"
#include "tests/smpi/machines/write.h"

namespace colltune::machines {
namespace {

/// Meeting point of lines: a host, a switch, or a site's core. Messages come up to `in`, and leave
/// downwards from `out`; the two differ where a backbone is between them.
struct Point {
  std::string in;
  std::string out;
};

/// Collects the parts of a platform in the order that SimGrid's files have.
class Platform {
 public:
  void AddHost(const std::string& name, const HostKind& kind, const Machine& machine) {
    points_ += fmt::format("    <host id=\"{}\" speed=\"1Gf\">\n", name);
    AddOverhead("smpi/os", kind.send);
    AddOverhead("smpi/ois", kind.send);
    AddOverhead("smpi/or", kind.receive);
    if (machine.incast) {
      AddProperty("incast/rate", fmt::format("{}", kind.link.bandwidth));
      AddProperty("incast/buffer", fmt::format("{}", machine.incast->buffer));
      AddProperty("incast/delay", fmt::format("{}", machine.incast->delay));
      AddProperty("incast/most-eager", fmt::format("{}", machine.most_eager));
    }
    points_ += "    </host>\n";
    const std::string memory = "within-" + name;
    AddLink(memory, kind.memory);
    AddRoute(name, name, memory, "NONE");
  }

  Point AddSwitch(const std::string& name) {
    points_ += fmt::format("    <router id=\"{}\"/>\n", name);
    return {name, name};
  }

  /// A switch whose messages all cross one line.
  Point AddBackbone(const std::string& name, double bandwidth) {
    Point core = {AddSwitch(name + "-in").in, AddSwitch(name + "-out").out};
    AddLink(name, {.bandwidth = bandwidth, .half_duplex = true});
    AddRoute(core.in, core.out, name, "NONE");
    return core;
  }

  void Join(const Point& below, const Point& above, const std::string& name, const Line& line) {
    AddLink(name, line);
    AddRoute(below.in, above.in, name, line.half_duplex ? "NONE" : "UP");
    AddRoute(above.out, below.out, name, line.half_duplex ? "NONE" : "DOWN");
  }

  std::string Text(const std::string& comment, const std::string& name) const {
    return fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        "<!-- {} -->\n"
        "<platform version=\"4.1\">\n"
        "  <zone id=\"{}\" routing=\"Floyd\">\n{}{}{}  </zone>\n</platform>\n",
        comment, name, points_, links_, routes_);
  }

 private:
  void AddProperty(std::string_view name, std::string_view value) {
    points_ += fmt::format("      <prop id=\"{}\" value=\"{}\"/>\n", name, value);
  }

  void AddOverhead(std::string_view name, const Overhead& overhead) {
    AddProperty(name, fmt::format("0:{}:{}", overhead.seconds, overhead.seconds_per_byte));
  }

  void AddLink(const std::string& name, const Line& line) {
    links_ += fmt::format(
        "    <link id=\"{}\" bandwidth=\"{}Bps\" latency=\"{}s\" sharing_policy=\"{}\"/>\n", name,
        line.bandwidth, line.latency, line.half_duplex ? "SHARED" : "SPLITDUPLEX");
  }

  void AddRoute(const std::string& from, const std::string& to, const std::string& link,
                std::string_view direction) {
    routes_ += fmt::format(
        "    <route src=\"{}\" dst=\"{}\" symmetrical=\"NO\">"
        "<link_ctn id=\"{}\" direction=\"{}\"/></route>\n",
        from, to, link, direction);
  }

  std::string points_;
  std::string links_;
  std::string routes_;
};

std::vector<Point> AddSites(const Machine& machine, Platform& platform) {
  std::vector<Point> cores;
  for (std::size_t i = 0; i < machine.sites.size(); ++i) {
    const std::string name = fmt::format("site-{}", i);
    const double backbone = machine.sites[i].backbone;
    cores.push_back(backbone > 0 ? platform.AddBackbone(name, backbone) : platform.AddSwitch(name));
  }
  if (cores.size() < 2) return cores;
  const Point between = platform.AddSwitch("between-sites");
  for (std::size_t i = 0; i < cores.size(); ++i) {
    platform.Join(cores[i], between, fmt::format("up-site-{}", i), machine.sites[i].uplink);
  }
  return cores;
}

}  // namespace

std::string PlatformOf(const Machine& machine) {
  Platform platform;
  const std::vector<Point> cores = AddSites(machine, platform);
  std::vector<Point> switches;
  for (std::size_t i = 0; i < machine.racks.size(); ++i) {
    const Rack& rack = machine.racks[i];
    switches.push_back(platform.AddSwitch(fmt::format("rack-{}", i)));
    if (cores.empty()) continue;
    platform.Join(switches.back(), cores[static_cast<std::size_t>(rack.site)],
                  fmt::format("up-rack-{}", i), rack.uplink);
  }
  for (const Host& host : HostsOf(machine)) {
    const HostKind& kind = machine.kinds[static_cast<std::size_t>(host.kind)];
    platform.AddHost(host.name, kind, machine);
    platform.Join({host.name, host.name}, switches[static_cast<std::size_t>(host.rack)],
                  "to-" + host.name, kind.link);
  }
  return platform.Text(Describe(machine), fmt::format("seed{}", machine.seed));
}

}  // namespace colltune::machines
