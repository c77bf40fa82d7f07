// Options of `colltune tune`, which a journal's command line is also read by.
#ifndef COLLTUNE_TUNER_COMMANDS_TUNE_OPTIONS_H_
#define COLLTUNE_TUNER_COMMANDS_TUNE_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "tuner/session/tune_request.h"

namespace colltune::tune {

struct TuneOptions {
  TuneRequest request;
  std::string output;  ///< empty: the default profile
  bool dry_run = false;
  std::optional<int> confirmations;
};

/// Adds the options of `tune` to a command.
void AddTuneOptions(CLI::App& app, const std::shared_ptr<TuneOptions>& options);

/// Reads the request from a command line, "colltune tune ...", as a journal records it. Throws
/// std::invalid_argument.
TuneRequest ParseTuneCommand(const std::string& command_line);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_COMMANDS_TUNE_OPTIONS_H_
