// The readers of files that anybody may have written, as functions to fuzz.
#ifndef COLLTUNE_TESTS_FUZZ_READERS_H_
#define COLLTUNE_TESTS_FUZZ_READERS_H_

#include <functional>
#include <string>
#include <string_view>

namespace colltune {

/// Reads the bytes. May throw ProfileError and nothing else, and ends the program where what it
/// accepted breaks a promise.
using FuzzedReader = std::function<void(const std::string& bytes)>;

/// Returns the reader of that name: of a file of our own, or the import of the exporter with that
/// name, '_' for '-'. Throws std::logic_error when there is none.
FuzzedReader FindReader(std::string_view name);

}  // namespace colltune

#endif  // COLLTUNE_TESTS_FUZZ_READERS_H_
