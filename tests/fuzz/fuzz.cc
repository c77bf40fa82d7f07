// Entry point for libFuzzer, for the reader that COLLTUNE_READER names.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const colltune::FuzzedReader read = colltune::FindReader(COLLTUNE_READER);
  colltune::ReadOrRefuse(read, std::string(data, data + size));
  return 0;
}
