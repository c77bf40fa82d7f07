// Reading a profile or its compiled table into memory.
#ifndef COLLTUNE_PROFILES_READ_FILE_H_
#define COLLTUNE_PROFILES_READ_FILE_H_

#include <cstddef>
#include <optional>
#include <string>

namespace colltune {

/// The largest profile or compiled table that is read. The evidence of one size with a dozen
/// candidates takes 1.5 KB; 17 collectives on all 63 numbers of ranks of 8 nodes of 8 cores, with
/// the roots that need their own, at eight sizes and those between, took 33 MiB. More than twice
/// that is a mistaken file, and must not fill an application's memory.
inline constexpr std::size_t kMostFileBytes = std::size_t{64} << 20;

/// Returns the operating system's text for an error number.
std::string ErrorText(int error_number);

/// Returns the bytes of a regular file, or nothing if there is no file of that name. Throws
/// ProfileError if the file cannot be read, is not a regular file, or is larger than
/// kMostFileBytes.
std::optional<std::string> ReadFileIfAny(const std::string& path);

/// Reads a file as above, but throws ProfileError also if there is no such file.
std::string ReadFile(const std::string& path);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_READ_FILE_H_
