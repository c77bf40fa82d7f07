// colltune show PROFILE: its table. colltune show bcast:binomial -n 16: the schedule.
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "algorithms/registry.h"
#include "profiles/files.h"
#include "tuner/commands/command.h"
#include "tuner/exit_code.h"
#include "tuner/job.h"
#include "tuner/table_text.h"

namespace colltune {
namespace {

struct Options {
  std::string what;
  int ranks = 0;
  Rank root = 0;
};

/// The choice that "bcast:binomial" names; none when the text is not of that form.
std::optional<Choice> ParseQualified(const std::string& text) {
  const std::size_t colon = text.find(':');
  const auto collective = FindCollective(text.substr(0, colon));
  if (colon == std::string::npos || !collective) return std::nullopt;
  return ParseChoice(*collective, text.substr(colon + 1));
}

void PrintSchedule(const Choice& choice, const Shape& shape) {
  if (const std::string reason = Declines(choice, shape); !reason.empty()) {
    throw std::invalid_argument(fmt::format("{} {}", ToText(choice), reason));
  }
  for (Rank rank = 0; rank < shape.ranks; ++rank) {
    const Schedule schedule = choice.algorithm->build(shape, rank, choice.parameters);
    fmt::print("rank {}:", rank);
    for (std::size_t i = 0; i < schedule.rounds(); ++i) {
      fmt::print("{}", i == 0 ? "" : " |");
      for (const Message& m : schedule.round(i).messages) {
        fmt::print(" {} {}", m.side == Message::Side::kSend ? "to" : "from", m.peer);
      }
    }
    fmt::print("\n");
  }
}

void PrintProfile(const std::string& path) {
  const Profile profile = ReadProfile(path);
  const Provenance& p = profile.provenance;
  fmt::print("{}, {}, {} cores; {}; timed by {}\n", profile.fingerprint.mpi,
             profile.fingerprint.cpu, profile.fingerprint.cores, p.created, p.method);
  fmt::print("{}{}", NetworkText(profile), TableText(profile.table));
}

int Show(const Options& options, const Context& context) {
  if (context.job && !context.job->IsRoot()) return kDone;
  const std::optional<Choice> choice = ParseQualified(options.what);
  if (!choice) {
    PrintProfile(options.what);
    return kDone;
  }
  if (options.ranks == 0) throw std::invalid_argument("-n: how many ranks? as in: -n 16");
  if (options.root >= options.ranks) {
    throw std::invalid_argument(
        fmt::format("--root: rank {} is not one of {} ranks", options.root, options.ranks));
  }
  PrintSchedule(*choice, {options.ranks, options.root, 1});
  return kDone;
}

}  // namespace

Action AddShow(CLI::App& app) {
  constexpr int kMostRanks = 1 << 20;
  const auto options = std::make_shared<Options>();
  app.add_option("what", options->what, "a profile's file, or COLLECTIVE:ALGORITHM")->required();
  AddParsed(app, "-n", "ranks of the schedule", [options](const std::string& text) {
    options->ranks = static_cast<int>(ParseInteger(text, 1, kMostRanks, "number of ranks"));
  });
  AddParsed(app, "--root", "root of the schedule", [options](const std::string& text) {
    options->root = static_cast<Rank>(ParseInteger(text, 0, kMostRanks, "rank"));
  });
  return [options](const Context& context) { return Show(*options, context); };
}

}  // namespace colltune
