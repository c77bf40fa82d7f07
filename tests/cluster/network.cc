#include "tests/cluster/network.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <string>

#include "tests/cluster/switch.h"
#include "tests/cluster/system.h"

namespace colltune::cluster {
namespace {

constexpr char kNamespaces[] = "/run/netns";  // of `ip netns`

struct Setting {
  const char* name;
  const char* value;
};

// Settings of a host's TCP, such that the configured network alone decides on times.
constexpr Setting kSettings[] = {
    {"ipv6/conf/all/disable_ipv6", "1"},      // no messages of its own
    {"ipv6/conf/default/disable_ipv6", "1"},  //
    {"ipv4/tcp_congestion_control", "reno"},  // others pace with timers
    {"ipv4/tcp_slow_start_after_idle", "0"},  // the second message is as the hundredth
    {"ipv4/tcp_no_metrics_save", "1"},        // and one connection as the next
    {"ipv4/tcp_rmem", "4096 4194304 4194304"}, {"ipv4/tcp_wmem", "4096 4194304 4194304"},
};

void Apply(const Setting& setting) {
  const std::string path = std::string("/proc/sys/net/") + setting.name;
  const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  // A kernel without IPv6 has no settings of it.
  if (file < 0 && errno == ENOENT && path.find("/ipv6/") != std::string::npos) return;
  Check(file, path);
  Check(write(file, setting.value, std::strlen(setting.value)), path);
  close(file);
}

/// Makes a TAP device in this thread's network namespace. The switch reads what the device sends.
int MakeTap() {
  const int tap = Check(open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC), "/dev/net/tun");
  ifreq request{};
  request.ifr_flags = IFF_TAP | IFF_NO_PI;
  std::strncpy(request.ifr_name, kDataDevice, IFNAMSIZ - 1);
  Check(ioctl(tap, TUNSETIFF, &request), "making a TAP device");
  return tap;
}

int OpenNamespace(const std::string& path) {
  return Check(open(path.c_str(), O_RDONLY | O_CLOEXEC), path);
}

/// Commands that make the control network, whose bridge is in this namespace.
std::string SwitchCommands(const Description& cluster) {
  std::string commands = fmt::format(
      "link set lo up\n"
      "link add name switch type bridge\n"
      "address add {}/24 dev switch\n"
      "link set switch up\n",
      kSwitchAddress);
  for (std::size_t i = 1; i <= cluster.hosts.size(); ++i) {
    commands += fmt::format(
        "netns add {0}\n"
        "link add name port{1} type veth peer name control netns {0}\n"
        "link set port{1} master switch up\n",
        cluster.hosts[i - 1].name, i);
  }
  return commands;
}

/// Commands for host `number`, counted from 1. Hardware addresses are set in advance: to ask for
/// them would take as long as messages.
std::string HostCommands(const Description& cluster, std::size_t number) {
  std::string commands = fmt::format(
      "link set lo up\n"
      "address add 10.78.0.{0}/24 dev control\n"
      "link set control up\n"
      "link set {1} address {2}{0:02x} mtu {3} txqueuelen 10000\n"
      "address add 10.77.0.{0}/24 dev {1}\n"
      "link set {1} up\n",
      number, kDataDevice, kMacPrefix, cluster.mtu);
  for (std::size_t i = 1; i <= cluster.hosts.size(); ++i) {
    if (i == number) continue;
    commands += fmt::format("neighbour add 10.77.0.{0} lladdr {1}{0:02x} dev {2} nud permanent\n",
                            i, kMacPrefix, kDataDevice);
  }
  return commands;
}

}  // namespace

std::vector<int> BuildNetwork(const Description& cluster) {
  std::filesystem::create_directories(kNamespaces);
  Check(mount("tmpfs", kNamespaces, "tmpfs", 0, nullptr), "mounting a tmpfs");
  Run("ip -batch -", SwitchCommands(cluster));
  const int own = OpenNamespace("/proc/self/ns/net");
  std::vector<int> taps;
  for (std::size_t i = 0; i < cluster.hosts.size(); ++i) {
    const std::string& name = cluster.hosts[i].name;
    const int host = OpenNamespace(fmt::format("{}/{}", kNamespaces, name));
    Check(setns(host, CLONE_NEWNET), "setns");
    close(host);
    for (const Setting& setting : kSettings) Apply(setting);
    taps.push_back(MakeTap());
    Run("ip -batch -", HostCommands(cluster, i + 1));
  }
  Check(setns(own, CLONE_NEWNET), "setns");
  close(own);
  return taps;
}

}  // namespace colltune::cluster
