#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "tests/smpi/machines/hosts.h"
#include "tests/smpi/machines/write.h"

namespace colltune::machines {
namespace {

std::string Counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string_view DuplexOf(std::ptrdiff_t half, std::size_t all) {
  if (half == 0) return "full";
  return static_cast<std::size_t>(half) == all ? "half" : "full and half";
}

std::string Rates(const Machine& machine) {
  std::string rates;
  for (const HostKind& kind : machine.kinds) {
    rates += fmt::format("{}{:.4g}{}", rates.empty() ? "" : ", ", kind.link.bandwidth * 8e-9,
                         kind.link.half_duplex ? " half" : "");
  }
  return rates;
}

std::string Uplinks(const Machine& machine) {
  const auto half = std::ranges::count_if(machine.racks,
                                          [](const Rack& rack) { return rack.uplink.half_duplex; });
  return fmt::format("{} duplex uplinks tapered {:.3g}:1", DuplexOf(half, machine.racks.size()),
                     machine.taper);
}

std::string Sites(const Machine& machine) {
  const bool has_backbone =
      std::ranges::any_of(machine.sites, [](const Site& site) { return site.backbone > 0; });
  std::string text = has_backbone ? ", backbone" : "";
  if (machine.sites.size() == 2) {
    text += fmt::format(", two sites {:.3g} ms apart",
                        1e3 * (machine.sites[0].uplink.latency + machine.sites[1].uplink.latency));
  }
  return text;
}

}  // namespace

std::string Describe(const Machine& machine) {
  std::string text =
      fmt::format("seed {}: {}, {} of {} ({} Gb/s), {} on each{}", machine.seed,
                  Counted(machine.racks.size(), "rack"), Counted(HostsOf(machine).size(), "host"),
                  Counted(machine.kinds.size(), "kind"), Rates(machine),
                  Counted(machine.ranks_per_host, "rank"), machine.is_cyclic ? " in turns" : "");
  if (!machine.sites.empty()) text += ", " + Uplinks(machine) + Sites(machine);
  text += fmt::format(", eager up to {} B", machine.most_eager);
  if (machine.incast) {
    text += fmt::format(", incast beyond {} B by {:.3g} ms", machine.incast->buffer,
                        1e3 * machine.incast->delay);
  }
  return text;
}

}  // namespace colltune::machines
