// Files that commands write; the name "-" is standard output.
//
// A command that writes a file to standard output prints nothing else there.
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

/// Adds an option that names an output file. An empty name is refused.
CLI::Option* AddOutput(CLI::App& app, const std::string& names, std::string& path,
                       const std::string& help);

/// Adds an option for an output that cannot be standard output, for a reason such as "each figure
/// has two files".
CLI::Option* AddFileOutput(CLI::App& app, const std::string& names, std::string& path,
                           const std::string& help, const std::string& reason);

bool IsStandardOutput(std::string_view path);

/// Throws std::invalid_argument if two outputs are standard output. Each output is an option's name
/// and its value.
void DemandOneStandardOutput(
    std::initializer_list<std::pair<std::string_view, std::string_view>> outputs);

/// Throws ProfileError if the file cannot be written, so that commands find out before measuring.
/// Does nothing for standard output, and for the empty path of an option that was not given.
void ProbeOutput(const std::string& path);

/// Write the whole file or leave it as it was. Throw ProfileError, and std::runtime_error if
/// standard output takes no more. A profile on standard output comes without its compiled table,
/// which otherwise lies beside the file.
void WriteText(const std::string& path, const std::string& text);
void WriteOutput(const std::string& path, const Profile& profile);
void WriteOutput(const std::string& path, const NetworkFile& network);

}  // namespace tune
}  // namespace colltune

#endif  // COLLTUNE_TUNER_COMMANDS_OUTPUT_H_
