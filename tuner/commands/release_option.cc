#include "tuner/commands/release_option.h"

#include <fmt/format.h>

#include "profiles/exporters/releases.h"
#include "tuner/commands/command.h"

namespace colltune::tune {

CLI::Option* AddRelease(CLI::App& app, std::optional<std::string>& release,
                        const std::string& standard) {
  return AddValue(
      app, "--release",
      fmt::format("the other program's release, if not {} ({})", standard, DescribeReleases()),
      release, [](const std::string& text) { return text; });
}

}  // namespace colltune::tune
