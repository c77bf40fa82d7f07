// draw --seed N | --seeds FIRST-LAST [-o FOLDER] [--most-racks N] [--most-hosts N] [--most-ranks
// N]: simulated machines for tests/under_smpirun.sh. Prints a line for each.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "tests/smpi/machines/draw.h"
#include "tests/smpi/machines/write.h"

namespace colltune::machines {
namespace {

enum ExitCode : int {
  kDone = 0,
  kFailed = 1,  ///< a file cannot be written
  kWrongUse = 2,
};

struct Seeds {
  std::uint64_t first = 1;
  std::uint64_t last = 1;
};

struct Options {
  std::string seeds;
  std::string folder;
  DrawLimits limits;
};

/// Returns the number that begins `text`, and removes it from there.
std::uint64_t TakeNumber(std::string_view& text, std::string_view all) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), number);
  if (error != std::errc()) {
    throw std::invalid_argument(
        fmt::format("--seeds {}: not FIRST-LAST, two numbers below 2^64", all));
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
  return number;
}

/// Parses "7" or "1-40".
Seeds ParseSeeds(std::string_view text) {
  std::string_view rest = text;
  Seeds seeds;
  seeds.first = seeds.last = TakeNumber(rest, text);
  if (rest.starts_with('-')) {
    rest.remove_prefix(1);
    seeds.last = TakeNumber(rest, text);
  }
  if (!rest.empty() || seeds.last < seeds.first) {
    throw std::invalid_argument(fmt::format("--seeds {}: not FIRST-LAST, rising", text));
  }
  return seeds;
}

void DrawAll(const Options& options) {
  const auto [first, last] = ParseSeeds(options.seeds);
  for (std::uint64_t seed = first;; ++seed) {
    const Machine machine = Draw(seed, options.limits);
    if (!options.folder.empty()) Write(machine, options.folder, fmt::format("seed{}", seed));
    fmt::print("{}\n", Describe(machine));
    if (seed == last) return;
  }
}

int Main(int argc, char** argv) {
  // `bazel run` starts programs in a folder of its own.
  const char* const caller = std::getenv("BUILD_WORKING_DIRECTORY");
  if (caller) std::filesystem::current_path(caller);
  CLI::App app("Draws simulated machines from seeds, and prints a line for each.", "draw");
  Options options;
  app.add_option("--seed,--seeds", options.seeds, "a number, or several as 1-40")->required();
  app.add_option("-o", options.folder,
                 "folder for seedN.xml, seedN.hosts, seedN.cfg and seedN.truth (default: none; "
                 "nothing is written)");
  const auto add_limit = [&app](const char* name, int& limit, int least, const char* what) {
    app.add_option(name, limit, what)->capture_default_str()->check(CLI::Range(least, 1000000));
  };
  add_limit("--most-racks", options.limits.most_racks, 1,
            "racks of a machine, which is cut to them");
  add_limit("--most-hosts", options.limits.most_hosts, 2, "hosts of a machine");
  add_limit("--most-ranks", options.limits.most_ranks, 2, "ranks of a machine");
  try {
    app.parse(argc, argv);
    DrawAll(options);
    return kDone;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kWrongUse;
  } catch (const std::invalid_argument& error) {
    fmt::print(stderr, "draw: {}\n", error.what());
    return kWrongUse;
  } catch (const std::exception& error) {
    fmt::print(stderr, "draw: {}\n", error.what());
    return kFailed;
  }
}

}  // namespace
}  // namespace colltune::machines

int main(int argc, char** argv) { return colltune::machines::Main(argc, argv); }
