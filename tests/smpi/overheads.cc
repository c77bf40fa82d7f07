// Overheads of messages of 0 bytes, for which SimGrid 4 charges nothing: there the first interval
// of smpi/os, smpi/ois and smpi/or begins above its bound, even above a bound of 0 (FactorSet.cpp).
// Linked into each program that smpirun starts, whose functions SimGrid then asks for overheads.
#include <simgrid/forward.h>
#include <simgrid/version.h>
#include <smpi/smpi.h>

#if SIMGRID_VERSION >= 40000
#include <map>
#include <simgrid/s4u.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <xbt/config.hpp>

namespace {

using simgrid::s4u::Host;

struct Overhead {
  double seconds = 0;
  double seconds_per_byte = 0;
};

/// Intervals of one kind of overhead: by the bytes above which each holds.
using Overheads = std::map<double, Overhead>;

/// Reads "0:20e-6:2e-9;1000:30e-6:1e-9".
Overheads Parse(const std::string& text) {
  Overheads overheads;
  std::istringstream sections(text);
  for (std::string section; std::getline(sections, section, ';');) {
    std::istringstream values(section);
    double above = 0;
    char colon = 0;
    Overhead overhead;
    values >> above >> colon >> overhead.seconds >> colon >> overhead.seconds_per_byte;
    overheads[above] = overhead;
  }
  return overheads;
}

/// Returns the overheads of a host: its own, or else those of all.
const Overheads& OverheadsOf(const Host* host, const std::string& kind) {
  static auto& known = *new std::map<std::pair<const Host*, std::string>, Overheads>;
  const auto [found, is_new] = known.try_emplace({host, kind});
  if (is_new) {
    const char* own = host->get_property(kind);
    found->second =
        Parse(own != nullptr ? own : simgrid::config::get_value<std::string>(kind.c_str()));
  }
  return found->second;
}

void Charge(SmpiOperation operation, const std::string& kind) {
  smpi_register_op_cost_callback(
      operation, [kind](std::size_t bytes, const Host* /*from*/, const Host* /*to*/) {
        const Overheads& overheads = OverheadsOf(simgrid::s4u::this_actor::get_host(), kind);
        if (overheads.empty()) return 0.0;
        const double size = static_cast<double>(bytes);
        auto next = overheads.lower_bound(size);
        if (next != overheads.begin()) --next;
        return next->second.seconds + next->second.seconds_per_byte * size;
      });
}

[[maybe_unused]] const bool kCharges = [] {
  Charge(SmpiOperation::SEND, "smpi/os");
  Charge(SmpiOperation::ISEND, "smpi/ois");
  Charge(SmpiOperation::RECV, "smpi/or");
  return true;
}();

}  // namespace
#endif
