// Where what lies in a compiled table; profiles/FORMAT.md describes it:
//
//   header | rows | rules | texts | checksum of all that precedes
//
// Numbers are little endian on every machine, and are written and read byte by byte, so that
// nothing needs to be aligned.
#ifndef COLLTUNE_PROFILES_TABLE_LAYOUT_H_
#define COLLTUNE_PROFILES_TABLE_LAYOUT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace colltune {

// The first byte occurs in no UTF-8 text, and the last does not survive a copy that changes line
// ends: neither a YAML file nor a damaged copy is taken for a table.
inline constexpr std::string_view kTableMagic = "\213CTABLE\n";
inline constexpr std::uint32_t kTableVersion = 1;

// Offsets within the header.
inline constexpr std::size_t kVersionAt = 8;
inline constexpr std::size_t kRowsAt = 12;    // number of rows
inline constexpr std::size_t kRulesAt = 16;   // number of rules
inline constexpr std::size_t kTextsAt = 20;   // bytes of texts
inline constexpr std::size_t kSourceAt = 24;  // checksum of the profile's bytes
inline constexpr std::size_t kMpiAt = 32;     // fingerprint: text, text, number
inline constexpr std::size_t kCpuAt = 40;
inline constexpr std::size_t kCoresAt = 48;
inline constexpr std::size_t kHeaderSize = 52;

// A row: collective (text), ranks, ranks per node, first and last root, index of its first rule,
// number of its rules. Both roots are kOtherRoots in a row for those that no other row names.
// A rule: first and last byte count, choice (text). A text: its offset and length.
inline constexpr std::size_t kRowSize = 32;
inline constexpr std::uint32_t kOtherRoots = 0xffffffff;
inline constexpr std::size_t kRuleSize = 24;
inline constexpr std::size_t kChecksumSize = 8;

template <typename Unsigned>
void Put(std::string& out, Unsigned value) {
  for (std::size_t i = 0; i < sizeof value; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

template <typename Unsigned>
Unsigned Get(std::string_view bytes, std::size_t at) {
  Unsigned value = 0;
  for (std::size_t i = 0; i < sizeof value; ++i) {
    value |= static_cast<Unsigned>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  }
  return value;
}

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_TABLE_LAYOUT_H_
