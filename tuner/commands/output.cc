#include "tuner/commands/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>

#include "profiles/read_file.h"
#include "profiles/yaml/files.h"
#include "profiles/yaml/network_file.h"
#include "profiles/yaml/new_file.h"
#include "profiles/yaml/yaml.h"
#include "tuner/commands/command.h"
#include "tuner/job/print.h"

namespace colltune::tune {

CLI::Option* AddOutput(CLI::App& app, const std::string& names, std::string& path,
                       const std::string& help) {
  return app.add_option(names, path, help + "; - is standard output")->check(NamesSomething());
}

CLI::Option* AddFileOutput(CLI::App& app, const std::string& names, std::string& path,
                           const std::string& help, const std::string& reason) {
  const CLI::Validator is_file(
      [reason](const std::string& name) {
        return IsStandardOutput(name) ? "cannot be standard output: " + reason : "";
      },
      "", "");
  return app.add_option(names, path, help)->check(NamesSomething())->check(is_file);
}

bool IsStandardOutput(std::string_view path) { return path == "-"; }

void DemandOneStandardOutput(
    std::initializer_list<std::pair<std::string_view, std::string_view>> outputs) {
  std::string_view first;
  for (const auto& [option, path] : outputs) {
    if (!IsStandardOutput(path)) continue;
    if (!first.empty()) {
      throw std::invalid_argument(
          fmt::format("{}: standard output already gets {}", option, first));
    }
    first = option;
  }
}

void ProbeOutput(const std::string& path) {
  if (!path.empty() && !IsStandardOutput(path)) const NewFile probe(path, "");
}

void WriteText(const std::string& path, const std::string& text) {
  if (!IsStandardOutput(path)) {
    NewFile(path, text).Rename();
    return;
  }
  PrintData(text);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  throw std::runtime_error("standard output: cannot be written: " + ErrorText(errno));
}

void WriteOutput(const std::string& path, const Profile& profile) {
  if (IsStandardOutput(path)) {
    WriteText(path, ToYaml(profile));
  } else {
    WriteProfile(path, profile);
  }
}

void WriteOutput(const std::string& path, const NetworkFile& network) {
  if (IsStandardOutput(path)) {
    WriteText(path, ToYaml(network));
  } else {
    WriteNetworkFile(path, network);
  }
}

}  // namespace colltune::tune
