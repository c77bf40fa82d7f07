// Packs a Machine, the knowledge of a cluster's hosts, into the bytes of compiled tables.
// profiles/FORMAT.md describes the bytes.
#ifndef COLLTUNE_PROFILES_COMPILED_MACHINE_BYTES_H_
#define COLLTUNE_PROFILES_COMPILED_MACHINE_BYTES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "algorithms/places.h"

namespace colltune {

/// Returns the key by which a compiled table knows a host: eight bytes, which tell names apart and
/// have the same length for each.
std::string HostKey(std::string_view name);
/// Returns the key of a name whose Checksum is known.
std::string HostKey(std::uint64_t checksum);

/// Returns the same machine with the keys of its hosts for their names.
Machine WithHostKeys(const Machine& machine);

std::string Pack(const Machine& machine);

/// Returns the machine; nothing where the bytes, however hostile, are not those of a machine.
std::optional<Machine> UnpackMachine(std::string_view bytes);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_COMPILED_MACHINE_BYTES_H_
