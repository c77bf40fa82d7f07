#include <fmt/format.h>

#include "tests/smpi/machines/hosts.h"
#include "tests/smpi/machines/write.h"

namespace colltune::machines {
namespace {

class Truth {
 public:
  void Add(std::string name, double value) { all_.emplace_back(std::move(name), value); }

  /// Adds the parameters of a line named "port" or "line"; `owner` is a host or a group.
  void AddLine(const std::string& name, const std::string& owner, const Line& line) {
    Add("L " + owner, line.latency);
    const double byte_time = 1 / line.bandwidth;
    if (line.half_duplex) return Add(fmt::format("{} {}", name, owner), byte_time);
    Add(fmt::format("{} out {}", name, owner), byte_time);
    Add(fmt::format("{} in {}", name, owner), byte_time);
  }

  void AddHost(const Host& host, const HostKind& kind) {
    Add("o_s " + host.name, kind.send.seconds);
    Add("t_s " + host.name, kind.send.seconds_per_byte);
    Add("o_r " + host.name, kind.receive.seconds);
    Add("t_r " + host.name, kind.receive.seconds_per_byte);
    AddLine("port", host.name, kind.link);
    Add("L within " + host.name, kind.memory.latency);
    Add("memory " + host.name, 1 / kind.memory.bandwidth);
    Add("group of " + host.name, host.rack);
  }

  std::vector<std::pair<std::string, double>> all() && { return std::move(all_); }

 private:
  std::vector<std::pair<std::string, double>> all_;
};

void AddGroups(const Machine& machine, Truth& truth) {
  if (machine.sites.empty()) return;
  const std::size_t racks = machine.racks.size();
  for (std::size_t i = 0; i < racks; ++i) {
    const std::string group = fmt::format("group {}", i);
    const auto site = static_cast<std::size_t>(machine.racks[i].site);
    truth.Add("parent of " + group, static_cast<double>(racks + site));
    truth.AddLine("line", group, machine.racks[i].uplink);
  }
  for (std::size_t i = 0; i < machine.sites.size(); ++i) {
    const std::string group = fmt::format("group {}", racks + i);
    const Site& site = machine.sites[i];
    if (machine.sites.size() > 1) truth.AddLine("line", group, site.uplink);
    if (site.backbone > 0) truth.Add("backbone " + group, 1 / site.backbone);
  }
}

}  // namespace

std::vector<std::pair<std::string, double>> TruthOf(const Machine& machine) {
  Truth truth;
  for (const Host& host : HostsOf(machine)) {
    truth.AddHost(host, machine.kinds[static_cast<std::size_t>(host.kind)]);
  }
  AddGroups(machine, truth);
  truth.Add("S", static_cast<double>(machine.most_eager));
  if (machine.incast) {
    truth.Add("incast buffer", static_cast<double>(machine.incast->buffer));
    truth.Add("incast delay", machine.incast->delay);
  }
  return std::move(truth).all();
}

}  // namespace colltune::machines
