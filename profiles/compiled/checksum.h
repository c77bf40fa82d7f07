// Checksums of texts and of files.
#ifndef COLLTUNE_PROFILES_COMPILED_CHECKSUM_H_
#define COLLTUNE_PROFILES_COMPILED_CHECKSUM_H_

#include <cstdint>
#include <string_view>

namespace colltune {

/// XXH3 of 64 bits, without a seed: enough against accidents, no protection against intent.
std::uint64_t Checksum(std::string_view bytes);

/// Identity of one version of a profile's text.
struct Source {
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;

  friend bool operator==(const Source&, const Source&) = default;
};

Source SourceOf(std::string_view text);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_COMPILED_CHECKSUM_H_
