// colltune compile PROFILE: compiles anew the table that the preload library reads.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "profiles/compiled/compiled_table.h"
#include "profiles/yaml/files.h"
#include "tuner/commands/command.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"

namespace colltune::tune {

Action AddCompile(CLI::App& app) {
  const auto path = std::make_shared<std::string>();
  app.add_option("profile", *path, "the profile's file")->required();
  return [path](const Context& context) {
    if (context.job && !context.job->IsRoot()) return static_cast<int>(kDone);
    CompileProfile(*path);
    Print("wrote {}\n", TablePath(*path));
    return static_cast<int>(kDone);
  };
}

}  // namespace colltune::tune
