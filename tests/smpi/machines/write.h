// Files of a machine for SimGrid SMPI, and its true parameters.
#ifndef COLLTUNE_TESTS_SMPI_MACHINES_WRITE_H_
#define COLLTUNE_TESTS_SMPI_MACHINES_WRITE_H_

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/smpi/machines/machine.h"

namespace colltune::machines {

/// Returns the machine in one line of text.
std::string Describe(const Machine& machine);

/// Returns the hosts, lines and routes as an XML file of SimGrid. Where the machine has incast,
/// properties incast/... of the hosts describe it: with_incast.cc.
std::string PlatformOf(const Machine& machine);

/// Returns the true parameters by name, in s, s/B and B:
///  - of host H: "o_s H", "t_s H", "o_r H", "t_r H" (overheads, also per byte), "L H" (of its line,
///    one way), "port out H" and "port in H", or "port H" for half duplex (s/B), "L within H" and
///    "memory H" (of messages within it), "group of H" (number of its rack);
///  - of group G, a rack or a site: "parent of group G" (number of the site of a rack); where it
///  has
///    an uplink, "L group G", and "line out group G" and "line in group G", or "line group G";
///    "backbone group G" where its racks share one line;
///  - "S" (largest message that is buffered); with incast "incast buffer" and "incast delay".
/// Racks are groups from 0 on, and sites follow.
std::vector<std::pair<std::string, double>> TruthOf(const Machine& machine);

/// Writes NAME.xml, NAME.hosts (the host of each rank), NAME.cfg (flags of smpirun) and NAME.truth
/// (YAML) into `folder`, which is made where it is missing. tests/under_smpirun.sh takes
/// FOLDER/NAME. Throws std::runtime_error for a file that cannot be written.
void Write(const Machine& machine, const std::filesystem::path& folder, const std::string& name);

}  // namespace colltune::machines

#endif  // COLLTUNE_TESTS_SMPI_MACHINES_WRITE_H_
