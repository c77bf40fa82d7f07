// The readers of files that anybody may have written, as functions to fuzz.
#ifndef COLLTUNE_TESTS_FUZZ_READERS_H_
#define COLLTUNE_TESTS_FUZZ_READERS_H_

#include <string>
#include <string_view>

namespace colltune {

/// Reads the bytes. May throw ProfileError and nothing else, and ends the program where what it
/// accepted breaks a promise.
using FuzzedReader = void (*)(const std::string& bytes);

/// Throws std::logic_error when there is none of that name.
FuzzedReader FindReader(std::string_view name);

}  // namespace colltune

#endif  // COLLTUNE_TESTS_FUZZ_READERS_H_
