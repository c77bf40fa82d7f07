// Layout of a compiled table, which profiles/FORMAT.md describes:
//
//   header | rows | rules | texts | checksum of all that precedes
//
// Numbers are little endian on every machine, and nothing needs to be aligned.
#ifndef COLLTUNE_PROFILES_COMPILED_TABLE_LAYOUT_H_
#define COLLTUNE_PROFILES_COMPILED_TABLE_LAYOUT_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "algorithms/units.h"

namespace colltune {

// The first byte occurs in no UTF-8 text, and the last does not survive a copy that changes line
// ends: neither a YAML file nor a damaged copy is taken for a table.
inline constexpr std::string_view kTableMagic = "\213CTABLE\n";
inline constexpr std::uint32_t kTableVersion = 8;

// Offsets within the header.
inline constexpr std::size_t kVersionAt = 8;
inline constexpr std::size_t kRowsAt = 12;    // number of rows
inline constexpr std::size_t kRulesAt = 16;   // number of rules
inline constexpr std::size_t kTextsAt = 20;   // bytes of texts
inline constexpr std::size_t kSourceAt = 24;  // the profile's size and its checksum
inline constexpr std::size_t kMpiAt = 40;     // fingerprint: text, text, numbers, text
inline constexpr std::size_t kCpuAt = 48;
inline constexpr std::size_t kCoresAt = 56;
inline constexpr std::size_t kSocketsAt = 60;
inline constexpr std::size_t kDeviceAt = 64;
inline constexpr std::size_t kMachineAt = 72;  // text: see machine_bytes.h; empty for none
inline constexpr std::size_t kHeaderSize = 80;

// A row: collective (text), first and last number of ranks, of ranks per node and of nodes, sites
// (0 for any number), mapping (an index of kMappingNames), first and last root, index of its first
// rule, number of its rules. Both roots are kOtherRoots in a row for all roots that no other row
// names. A rule: first and last byte count, choice (text). A text: its offset and length.
inline constexpr std::size_t kRowSize = 56;
inline constexpr std::size_t kFirstRuleAt = 48;  // within a row: the index; the number follows
inline constexpr std::uint32_t kOtherRoots = 0xffffffff;
inline constexpr std::size_t kRuleSize = 24;
inline constexpr std::size_t kChecksumSize = 8;

/// A rule as numbers and text, for sizes from `first` to `last`.
struct TableRule {
  Bytes first;
  Bytes last;
  std::string_view choice;
};

template <typename Unsigned>
void Put(std::string& out, Unsigned value) {
  for (std::size_t i = 0; i < sizeof value; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

template <typename Unsigned>
Unsigned Get(std::string_view bytes, std::size_t at) {
  std::array<unsigned char, sizeof(Unsigned)> parts;
  std::memcpy(parts.data(), bytes.data() + at, sizeof parts);
  if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(parts);
  return std::bit_cast<Unsigned>(parts);
}

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_COMPILED_TABLE_LAYOUT_H_
