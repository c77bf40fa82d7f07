// Entry point for libFuzzer, for the reader that COLLTUNE_READER names.
#include <cstddef>
#include <cstdint>

#include "profiles/profile.h"
#include "tests/fuzz/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const colltune::FuzzedReader read = colltune::FindReader(COLLTUNE_READER);
  try {
    read(std::string(data, data + size));
  } catch (const colltune::ProfileError&) {
    // Refused, as nearly all inputs are.
  }
  return 0;
}
