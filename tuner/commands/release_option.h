// The option --release of commands that write or read another program's files.
#ifndef COLLTUNE_TUNER_COMMANDS_RELEASE_OPTION_H_
#define COLLTUNE_TUNER_COMMANDS_RELEASE_OPTION_H_

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace colltune::tune {

/// Adds --release. `standard` is the owner of the release that is taken without the option, as in
/// "the profile's".
CLI::Option* AddRelease(CLI::App& app, std::optional<std::string>& release,
                        const std::string& standard);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_COMMANDS_RELEASE_OPTION_H_
