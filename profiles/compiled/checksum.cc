#include "profiles/compiled/checksum.h"

#include <xxhash.h>

namespace colltune {

std::uint64_t Checksum(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

Source SourceOf(std::string_view text) { return {text.size(), Checksum(text)}; }

}  // namespace colltune
