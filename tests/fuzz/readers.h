// Fuzz functions for the readers of files that anybody may have written.
#ifndef COLLTUNE_TESTS_FUZZ_READERS_H_
#define COLLTUNE_TESTS_FUZZ_READERS_H_

#include <functional>
#include <string>
#include <string_view>

namespace colltune {

/// Reads the bytes. May throw only ProfileError. Ends the program if an accepted value breaks a
/// promise.
using FuzzedReader = std::function<void(const std::string& bytes)>;

/// Returns the reader of that name: the reader of a file of our own, or the import of the exporter
/// with that name ('_' for '-'). Throws std::logic_error when there is none.
FuzzedReader FindReader(std::string_view name);

/// Reads the bytes. Nearly all inputs of a fuzzer are refused: that is no fault.
void ReadOrRefuse(const FuzzedReader& read, const std::string& bytes);

}  // namespace colltune

#endif  // COLLTUNE_TESTS_FUZZ_READERS_H_
