// colltune diff A B: calls on which two profiles decide differently, and the ratios of their times.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "profiles/yaml/files.h"
#include "tuner/commands/command.h"
#include "tuner/evaluate/table_diff.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"

namespace colltune::tune {
namespace {

struct Options {
  std::string one;
  std::string other;
};

int Diff(const Options& options, const Context& context) {
  if (context.job && !context.job->IsRoot()) return kDone;
  const Profile one = ReadProfile(options.one);
  const Profile other = ReadProfile(options.other);
  const std::string machines = Difference(one.fingerprint, other.fingerprint);
  if (!machines.empty()) Print("the second one is for another machine: {}\n", machines);
  const std::vector<Disagreement> disagreements = FindDisagreements(one.table, other.table);
  if (disagreements.empty()) {
    Print("they decide alike\n");
    return machines.empty() ? kDone : kNo;
  }
  PrintLines(fmt::format(
      "bytes, the choices of the first and of the second profile, and how many times the time of "
      "the\n"
      "first choice the second one takes, by what was measured for the first and for the second\n"
      "profile: least and most of the sizes, of which there are so many, where both were timed\n{}",
      ToText(disagreements)));
  return kNo;
}

}  // namespace

Action AddDiff(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("first", options->one, "profile's file")->required();
  app.add_option("second", options->other, "profile's file to compare it with")->required();
  return [options](const Context& context) { return Diff(*options, context); };
}

}  // namespace colltune::tune
