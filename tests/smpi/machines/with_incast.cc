// A drawn machine whose switches drop messages: the XML file of $COLLTUNE_SMPI_MACHINE, in which
// the properties incast/... of each host describe its switch's port.
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/smpi/incast.h"
#include "tests/smpi/zones.h"

namespace {

double NumberOf(const zones::Host& host, const char* property) {
  const char* const text = host.get_property(property);
  if (text == nullptr) {
    throw std::invalid_argument(host.get_name() + " has no property " + property);
  }
  return std::strtod(text, nullptr);
}

}  // namespace

extern "C" void load_platform(const zones::Engine& engine) {
  const char* const machine = std::getenv("COLLTUNE_SMPI_MACHINE");
  if (machine == nullptr) throw std::invalid_argument("COLLTUNE_SMPI_MACHINE names no machine");
  engine.load_platform(machine + std::string(".xml"));
  incast::Ports ports;
  for (const zones::Host* host : engine.get_all_hosts()) {
    ports[host] = {.rate = NumberOf(*host, "incast/rate"),
                   .buffer = NumberOf(*host, "incast/buffer"),
                   .delay = NumberOf(*host, "incast/delay"),
                   .most_eager = NumberOf(*host, "incast/most-eager")};
  }
  incast::DropMessages(engine, std::move(ports));
}
