// Files that commands write; the name "-" is standard output.
//
// A command that writes one there prints nothing else on standard output.
#ifndef COLLTUNE_TUNER_COMMANDS_OUTPUT_H_
#define COLLTUNE_TUNER_COMMANDS_OUTPUT_H_

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace colltune {

struct NetworkFile;
struct Profile;

namespace tune {

/// Adds an option for such a file. An empty name is refused.
CLI::Option* AddOutput(CLI::App& app, const std::string& names, std::string& path,
                       const std::string& help);

/// Adds an option for what cannot be standard output, because of `reason`: "takes several files".
CLI::Option* AddFileOutput(CLI::App& app, const std::string& names, std::string& path,
                           const std::string& help, const std::string& reason);

bool IsStandardOutput(std::string_view path);

/// Throws std::invalid_argument where two of the options, with what they name, are standard output.
void DemandOneStandardOutput(
    std::initializer_list<std::pair<std::string_view, std::string_view>> outputs);

/// Throws ProfileError where the file could not be written, before that has cost any measuring.
/// Does nothing for standard output and for an option that was not given, which is empty.
void ProbeOutput(const std::string& path);

/// Write the whole file or leave it as it was. Throw ProfileError, and std::runtime_error where
/// standard output takes no more. A profile's compiled table is written beside its file only.
void WriteText(const std::string& path, const std::string& text);
void WriteOutput(const std::string& path, const Profile& profile);
void WriteOutput(const std::string& path, const NetworkFile& network);

}  // namespace tune
}  // namespace colltune

#endif  // COLLTUNE_TUNER_COMMANDS_OUTPUT_H_
